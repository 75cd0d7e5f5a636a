//! Running the customizers over one descriptor, and taking note of who is who.

use super::Assembly;
use crate::{BuildError, Customizer, Origin, customize::Customized, lists::List, middleware::ToolLayer, offer::Offer};

impl<C: Send + Sync + 'static> Assembly<'_, C> {
    /// The descriptor after all customizers, unless one of them did what none may.
    pub(super) fn customized<D: Customized<C>>(
        &mut self,
        list: List,
        offer: Offer<D>,
        layers: &mut Vec<ToolLayer<C>>,
    ) -> Result<D, BuildError> {
        let Offer { mut descriptor, origin, hidden } = offer;
        let (identity, key) = descriptor.identity();
        let key = key.to_owned();
        for customizer in self.customizers {
            descriptor = descriptor.customize(customizer.as_ref(), &origin, layers);
            judge(customizer.as_ref(), &descriptor, &key, &origin)?;
        }
        self.register(list, identity, key, &origin, hidden)?;
        Ok(descriptor)
    }

    fn register(
        &mut self,
        list: List,
        identity: &'static str,
        key: String,
        origin: &Origin,
        hidden: bool,
    ) -> Result<(), BuildError> {
        let second = origin.type_name();
        if hidden {
            self.lists.conceal(list, &key);
        }
        match self.seen.insert((list, key.clone()), second) {
            None => Ok(()),
            Some(first) => Err(BuildError::Duplicate { identity, value: key, first, second }),
        }
    }
}

/// Holds what a customizer made of a descriptor against what it may do.
fn judge<C, D: Customized<C>>(
    by: &dyn Customizer<C>,
    descriptor: &D,
    before: &str,
    origin: &Origin,
) -> Result<(), BuildError> {
    let (customizer, handler) = (by.name().to_owned(), origin.type_name());
    let (identity, after) = descriptor.identity();
    if after != before {
        let (before, after) = (before.to_owned(), after.to_owned());
        return Err(BuildError::Identity { customizer, handler, identity, before, after });
    }
    match descriptor.fault() {
        Some(fault) => Err(BuildError::Spoiled { customizer, handler, handled: before.to_owned(), fault }),
        None => Ok(()),
    }
}
