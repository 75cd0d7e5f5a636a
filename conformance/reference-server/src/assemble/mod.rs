//! From a builder to a server: customize, check, index.

mod customizing;

use std::{collections::HashMap, sync::Arc};

use crate::{
    BuildError, Customizer, Lists, PromptHandler, ResourceHandler, ResourceTemplateHandler, Server, ServerBuilder,
    ToolHandler, capabilities,
    completion::Completers,
    lists::List,
    middleware::{self, ToolService},
    registry::{PromptEntry, Registry, ResourceEntry, Shelf, TemplateEntry, ToolEntry},
    server::Parts,
    uri_template::UriTemplate,
    validation,
};
use iri_string::types::UriStr;

/// What customizing and checking need to know of all handlers.
struct Assembly<'a, C> {
    customizers: &'a [Arc<dyn Customizer<C>>],
    lists: Lists,
    seen: HashMap<(List, String), &'static str>,
}

pub(crate) fn server<C: Send + Sync + 'static>(builder: ServerBuilder<C>) -> Result<Server<C>, BuildError> {
    let lists = Lists::default();
    let mut assembly = Assembly { customizers: &builder.customizers, lists: lists.clone(), seen: HashMap::new() };
    let tools = each(builder.tools, |tool| assembly.tool(tool))?;
    let resources = each(builder.resources, |resource| assembly.resource(resource))?;
    let templates = each(builder.templates, |template| assembly.template(template))?;
    let prompts = each(builder.prompts, |prompt| assembly.prompt(prompt))?;
    let registry = Registry {
        tools: Shelf::new(tools, lists.clone()),
        resources: Shelf::new(resources, lists.clone()),
        templates: Shelf::new(templates, lists.clone()),
        prompts: Shelf::new(prompts, lists.clone()),
    };
    let mut capabilities = capabilities::of(&registry, &builder.settings);
    for customizer in &builder.customizers {
        customizer.capabilities(&mut capabilities);
    }
    let stack = middleware::wrapped(ToolService::dispatch(), &builder.layers);
    Ok(Server::new(Parts {
        info: builder.info,
        instructions: builder.instructions,
        steps: builder.steps,
        settings: builder.settings,
        registry,
        lists,
        capabilities: Arc::new(capabilities),
        stack,
    }))
}

fn each<H, E>(handlers: Vec<H>, complete: impl FnMut(H) -> Result<E, BuildError>) -> Result<Vec<E>, BuildError> {
    handlers.into_iter().map(complete).collect()
}

impl<C: Send + Sync + 'static> Assembly<'_, C> {
    fn tool(&mut self, tool: ToolHandler<C>) -> Result<ToolEntry<C>, BuildError> {
        let ToolHandler { offer, mut layers, immediate_response, handle } = tool;
        let handle = handle?;
        let descriptor = self.customized(List::Tools, offer, &mut layers)?;
        let handler = validation::around(&descriptor, handle)?;
        let service = middleware::wrapped(handler, &layers);
        Ok(ToolEntry { descriptor: Arc::new(descriptor), service, immediate_response })
    }

    fn resource(&mut self, handler: ResourceHandler<C>) -> Result<ResourceEntry<C>, BuildError> {
        let ResourceHandler { offer, read } = handler;
        UriStr::new(&offer.descriptor.uri).map_err(|fault| BuildError::Uri {
            uri: offer.descriptor.uri.clone(),
            handler: offer.origin.type_name(),
            fault: fault.to_string(),
        })?;
        let descriptor = self.customized(List::Resources, offer, &mut Vec::new())?;
        Ok(ResourceEntry { descriptor, read })
    }

    fn template(&mut self, handler: ResourceTemplateHandler<C>) -> Result<TemplateEntry<C>, BuildError> {
        let ResourceTemplateHandler { offer, completers, read } = handler;
        let template = UriTemplate::parse(&offer.descriptor.uri_template);
        let template = template.map_err(|fault| BuildError::UriTemplate {
            uri_template: offer.descriptor.uri_template.clone(),
            handler: offer.origin.type_name(),
            fault,
        })?;
        completable(&completers, &offer.descriptor.uri_template, |name| template.names().iter().any(|n| n == name))?;
        let descriptor = self.customized(List::ResourceTemplates, offer, &mut Vec::new())?;
        Ok(TemplateEntry { descriptor, template, completers, read })
    }

    fn prompt(&mut self, handler: PromptHandler<C>) -> Result<PromptEntry<C>, BuildError> {
        let PromptHandler { offer, completers, get } = handler;
        let arguments = offer.descriptor.arguments.as_deref().unwrap_or_default();
        completable(&completers, &offer.descriptor.name, |name| arguments.iter().any(|a| a.name == name))?;
        let descriptor = self.customized(List::Prompts, offer, &mut Vec::new())?;
        Ok(PromptEntry { descriptor, completers, get })
    }
}

fn completable(completers: &Completers, handler: &str, declared: impl Fn(&str) -> bool) -> Result<(), BuildError> {
    match completers.names().find(|name| !declared(name)) {
        None => Ok(()),
        Some(argument) => Err(BuildError::Completer { handler: handler.to_owned(), argument: argument.to_owned() }),
    }
}
