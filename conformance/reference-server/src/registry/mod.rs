//! Everything a built server offers, ready to be found.

mod shelf;

use std::sync::Arc;

use mcp_model::{Prompt, Resource, ResourceTemplate, Tool};

use crate::{
    Arguments, ToolService, completion::Completers, lists::List, prompt::Get, resource::Read, uri_template::UriTemplate,
};
pub(crate) use shelf::{Listed, Page, Shelf};

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
    pub(crate) immediate_response: Option<String>,
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
        let mut prompts = self.prompts.all();
        let mut templates = self.templates.all();
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
