//! Which sort of field a form's field is.

use crate::wire::{self, Cx, Members, Object, macros};
use crate::{
    BooleanSchema, DecodeErrorKind, JsonObject, LegacyTitledEnumSchema, NumberSchema, StringSchema,
    TitledMultiSelectEnumSchema, TitledSingleSelectEnumSchema, UntitledMultiSelectEnumSchema,
    UntitledSingleSelectEnumSchema,
};
use serde::de::MapAccess;

/// The sorts of field, told apart by their type and by what lists their choices.
enum Sort {
    Text,
    Number,
    Boolean,
    UntitledSingle,
    TitledSingle,
    UntitledMulti,
    TitledMulti,
    Legacy,
    Unknown,
}

impl Sort {
    fn of<'de, A: MapAccess<'de>>(field: &Members<'de, A>) -> Self {
        match field.kept("type").and_then(crate::JsonRef::as_str).as_deref() {
            Some("string") if field.has_kept("oneOf") => Self::TitledSingle,
            Some("string") if field.has_kept("enumNames") => Self::Legacy,
            Some("string") if field.has_kept("enum") => Self::UntitledSingle,
            Some("string") => Self::Text,
            Some("number" | "integer") => Self::Number,
            Some("boolean") => Self::Boolean,
            Some("array") if has_titles(field) => Self::TitledMulti,
            Some("array") => Self::UntitledMulti,
            _ => Self::Unknown,
        }
    }
}

fn has_titles<'de, A: MapAccess<'de>>(field: &Members<'de, A>) -> bool {
    field.kept("items").is_some_and(|items| items.get("anyOf").is_some())
}

/// A union of some sorts of field.
macro_rules! sorts {
    ($(#[$m:meta])* $name:ident { $($(#[$vm:meta])* $($sort:ident)|+ => $variant:ident($t:ty)),+ $(,)? }) => {
        $(#[$m])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$vm])* $variant($t),)+
            /// Of a sort that is not known here: kept whole.
            Unknown(JsonObject),
        }

        impl Object for $name {
            const EXPECTED: &'static str = concat!("an object (", stringify!($name), ")");

            fn read_members<'de, A: MapAccess<'de>>(
                members: &mut Members<'de, A>,
                _: Option<&'static str>,
                cx: Cx<'_>,
            ) -> Result<Self, A::Error> {
                members.keep_all(cx)?;
                match Sort::of(members) {
                    $($(Sort::$sort)|+ => Object::read_members(members, None, cx).map(Self::$variant),)+
                    _ => {
                        refuse_if_strict(members, stringify!($name), cx)?;
                        Object::read_members(members, None, cx).map(Self::Unknown)
                    }
                }
            }
        }

        macros::union! { $name { $($variant($t)),+; Unknown } }

        $(impl From<$t> for $name {
            fn from(value: $t) -> Self {
                Self::$variant(value)
            }
        })+
    };
}

fn refuse_if_strict<'de, A: MapAccess<'de>>(field: &Members<'de, A>, name: &str, cx: Cx<'_>) -> Result<(), A::Error> {
    if !cx.is_strict() {
        return Ok(());
    }
    if !field.has_kept("type") {
        return Err(wire::missing("type", cx));
    }
    let error = cx.error(DecodeErrorKind::Value, format_args!("the `type` is none that {name} knows"));
    cx.under("type", Err(error))
}

sorts! {
    /// A field of a form.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema>.
    PrimitiveSchemaDefinition {
        /// For a text.
        Text => String(StringSchema),
        /// For a number.
        Number => Number(NumberSchema),
        /// For yes or no.
        Boolean => Boolean(BooleanSchema),
        /// For one choice, shown as it is.
        UntitledSingle => UntitledSingleSelect(UntitledSingleSelectEnumSchema),
        /// For one choice, with a title.
        TitledSingle => TitledSingleSelect(TitledSingleSelectEnumSchema),
        /// For some choices, shown as they are.
        UntitledMulti => UntitledMultiSelect(UntitledMultiSelectEnumSchema),
        /// For some choices, with titles.
        TitledMulti => TitledMultiSelect(TitledMultiSelectEnumSchema),
        /// For one choice, in the old way.
        Legacy => Legacy(LegacyTitledEnumSchema),
    }
}

sorts! {
    /// A field that offers choices.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema>.
    EnumSchema {
        /// For one choice, shown as it is.
        UntitledSingle => UntitledSingleSelect(UntitledSingleSelectEnumSchema),
        /// For one choice, with a title.
        TitledSingle => TitledSingleSelect(TitledSingleSelectEnumSchema),
        /// For some choices, shown as they are.
        UntitledMulti => UntitledMultiSelect(UntitledMultiSelectEnumSchema),
        /// For some choices, with titles.
        TitledMulti => TitledMultiSelect(TitledMultiSelectEnumSchema),
        /// For one choice, in the old way.
        Legacy => Legacy(LegacyTitledEnumSchema),
    }
}

sorts! {
    /// A field that offers one choice.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema>.
    SingleSelectEnumSchema {
        /// Shown as it is.
        UntitledSingle | Legacy => Untitled(UntitledSingleSelectEnumSchema),
        /// With a title.
        TitledSingle => Titled(TitledSingleSelectEnumSchema),
    }
}

sorts! {
    /// A field that offers some choices.
    ///
    /// See <https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema>.
    MultiSelectEnumSchema {
        /// Shown as they are.
        UntitledMulti => Untitled(UntitledMultiSelectEnumSchema),
        /// With titles.
        TitledMulti => Titled(TitledMultiSelectEnumSchema),
    }
}
