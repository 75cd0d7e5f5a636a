//! Everything a built server offers, ready to be found.

use std::{collections::HashMap, sync::Arc};

use mcp_model::{ErrorObject, Prompt, Resource, ResourceTemplate, Tool};

use crate::{
    Arguments, Lists, ToolService, completion::Completers, cursor::Cursor, lists::List, prompt::Get,
    protocol_error::invalid_params, resource::Read, uri_template::UriTemplate,
};

/// The tools, resources, templates and prompts of a server, in the order of registration.
pub(crate) struct Registry<C> {
    pub(crate) tools: Shelf<ToolEntry<C>>,
    pub(crate) resources: Shelf<ResourceEntry<C>>,
    pub(crate) templates: Shelf<TemplateEntry<C>>,
    pub(crate) prompts: Shelf<PromptEntry<C>>,
}

pub(crate) struct ToolEntry<C> {
    pub(crate) descriptor: Arc<Tool>,
    pub(crate) service: ToolService<C>,
}

pub(crate) struct ResourceEntry<C> {
    pub(crate) descriptor: Resource,
    pub(crate) read: Arc<Read<C>>,
}

pub(crate) struct TemplateEntry<C> {
    pub(crate) descriptor: ResourceTemplate,
    pub(crate) template: UriTemplate,
    pub(crate) completers: Completers,
    pub(crate) read: Arc<Read<C>>,
}

pub(crate) struct PromptEntry<C> {
    pub(crate) descriptor: Prompt,
    pub(crate) completers: Completers,
    pub(crate) get: Arc<Get<C>>,
}

/// An entry that a list shows.
pub(crate) trait Listed {
    const LIST: List;
    type Descriptor: Clone;

    fn key(&self) -> &str;
    fn descriptor(&self) -> &Self::Descriptor;
}

macro_rules! listed {
    ($($entry:ident, $list:ident, $descriptor:ident, $key:ident;)+) => { $(
        impl<C> Listed for $entry<C> {
            const LIST: List = List::$list;
            type Descriptor = $descriptor;

            fn key(&self) -> &str {
                &self.descriptor.$key
            }

            fn descriptor(&self) -> &$descriptor {
                &self.descriptor
            }
        }
    )+ };
}

listed! {
    ToolEntry, Tools, Tool, name;
    ResourceEntry, Resources, Resource, uri;
    TemplateEntry, ResourceTemplates, ResourceTemplate, uri_template;
    PromptEntry, Prompts, Prompt, name;
}

/// The entries of one list.
pub(crate) struct Shelf<E> {
    entries: Vec<E>,
    by_key: HashMap<String, usize>,
    lists: Lists,
}

/// A page of a list, and the cursor of the next one.
pub(crate) type Page<D> = (Vec<D>, Option<String>);

impl<E: Listed> Shelf<E> {
    pub(crate) fn new(entries: Vec<E>, lists: Lists) -> Self {
        let keys = entries.iter().map(|entry| entry.key().to_owned());
        let by_key = keys.zip(0..).collect();
        Self { entries, by_key, lists }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entry of this name, URI or URI template, unless it is hidden.
    pub(crate) fn find(&self, key: &str) -> Option<&E> {
        let entry = &self.entries[*self.by_key.get(key)?];
        self.lists.shows(E::LIST, key).then_some(entry)
    }

    /// All entries that are not hidden.
    pub(crate) fn shown(&self) -> impl Iterator<Item = &E> {
        self.shown_from(0).map(|(_, entry)| entry)
    }

    /// The page that a cursor leads to; the first one without a cursor.
    pub(crate) fn page(&self, cursor: Option<&str>, size: usize) -> Result<Page<E::Descriptor>, ErrorObject> {
        let start = cursor.map_or(Some(0), |text| Cursor::read(E::LIST.name(), text));
        let start = start.ok_or_else(|| invalid_params("unknown cursor; begin again without one"))?;
        let mut rest = self.shown_from(start);
        let page = rest.by_ref().take(size);
        let page = page.map(|(_, entry)| entry.descriptor().clone()).collect();
        let next = rest.next().map(|(at, _)| Cursor::new(E::LIST.name(), at).text());
        Ok((page, next))
    }

    fn shown_from(&self, start: usize) -> impl Iterator<Item = (usize, &E)> {
        let numbered = self.entries.iter().enumerate().skip(start);
        numbered.filter(|(_, entry)| self.lists.shows(E::LIST, entry.key()))
    }
}

/// What serves a URI.
pub(crate) struct Source<C> {
    pub(crate) read: Arc<Read<C>>,
    pub(crate) mime_type: Option<String>,
    pub(crate) variables: Arguments,
}

impl<C> Registry<C> {
    /// What serves a URI: the resource of that URI, else the first template that gives it.
    pub(crate) fn source(&self, uri: &str) -> Option<Source<C>> {
        if let Some(resource) = self.resources.find(uri) {
            return Some(Source {
                read: Arc::clone(&resource.read),
                mime_type: resource.descriptor.mime_type.clone(),
                variables: Arguments::default(),
            });
        }
        self.templates.shown().find_map(|entry| {
            Some(Source {
                variables: entry.template.captures(uri)?,
                mime_type: entry.descriptor.mime_type.clone(),
                read: Arc::clone(&entry.read),
            })
        })
    }

    /// Whether anything can be completed.
    pub(crate) fn completes(&self) -> bool {
        let mut prompts = self.prompts.entries.iter();
        let mut templates = self.templates.entries.iter();
        prompts.any(|prompt| !prompt.completers.is_empty()) || templates.any(|template| !template.completers.is_empty())
    }

    /// A prompt's completers, and whether it has this argument.
    pub(crate) fn prompt_completers(&self, name: &str, argument: &str) -> Option<(Completers, bool)> {
        let entry = self.prompts.find(name)?;
        let mut arguments = entry.descriptor.arguments.iter().flatten();
        let declared = arguments.any(|declared| declared.name == argument);
        Some((entry.completers.clone(), declared))
    }

    /// A template's completers, and whether it has this variable. A plain resource has neither.
    pub(crate) fn template_completers(&self, uri: &str, variable: &str) -> Option<(Completers, bool)> {
        if let Some(entry) = self.templates.find(uri) {
            let declared = entry.template.names().iter().any(|name| name == variable);
            return Some((entry.completers.clone(), declared));
        }
        self.resources.find(uri)?;
        Some((Completers::default(), false))
    }
}
