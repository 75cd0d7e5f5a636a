//! The macro that declares a type, and the parts that it is made of.

mod arbitrary;
mod members;
mod object;
mod text;
mod union;

pub(crate) use arbitrary::arbitrary;
pub(crate) use members::{members, setter};
#[cfg(feature = "schema")]
pub(crate) use object::docs;
pub(crate) use object::{default, name, object, write};
pub(crate) use text::{open, openness, text};
pub(crate) use union::{union, unknown};

/// Declares a type of the wire once: members, wire names, docs. What comes of it: the type, `new` and setters,
/// reading with a path in its errors, writing.
///
/// ```text
/// wire! { /// Docs.
///     pub struct Name [type "text"] {             // members with one possible value, if any
///         /// Docs.
///         pub name: String,                       // required: an argument of `new`
///         /// Docs.
///         pub mime_type: Option<String> = "mimeType", // optional: a setter; the wire's name where it differs
///         /// Docs.
///         pub url: String as "uri",                // what the schema says of its format
///     }
/// }
/// wire! { /// Docs.
///     pub enum Name by type { "text" => Text(TextContent), } }   // by the tag's value; `Unknown` keeps the rest
/// wire! { /// Docs.
///     pub enum Name having { "text" => Text(TextResourceContents), } }   // by the first such member
/// wire! { /// Docs.
///     pub enum Name { /// Docs.
///         Light = "light", } }                    // closed; `open enum` keeps unknown text, which the schema
/// ```                                             // refuses; `free enum` names some values of any text
macro_rules! wire {
    ($(#[$($m:tt)*])* $vis:vis struct $name:ident $(<$g:ident = $default:ty>)? $([$($ck:ident $cv:literal),+ $(,)?])? {
        $($fields:tt)*
    }) => {
        $crate::wire::macros::members! {
            { $(#[$($m)*])* $vis struct $name [$($g = $default)?] [$($($ck $cv)+)?] } {} {} {} $($fields)*
        }
    };

    ($(#[$m:meta])* $vis:vis enum $name:ident by $tag:ident {
        $($value:literal => $variant:ident($t:ty)),+ $(, _ => Unknown($ut:ty))? $(,)?
    }) => {
        $(#[$m])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        $vis enum $name {
            $(
                #[doc = concat!("Where `", stringify!($tag), "` is `", $value, "`.")]
                $variant($t),
            )+
            #[doc = concat!("Where `", stringify!($tag), "` is something else: kept whole.")]
            Unknown($crate::wire::macros::unknown!($($ut)?)),
        }

        impl $crate::wire::Object for $name {
            const EXPECTED: &'static str = concat!("an object (", stringify!($name), ")");

            fn read_members<'de, A: serde::de::MapAccess<'de>>(
                members: &mut $crate::wire::Members<'de, A>,
                _: Option<&'static str>,
                cx: $crate::wire::Cx<'_>,
            ) -> Result<Self, A::Error> {
                const TAG: &str = stringify!($tag);
                let tag = $crate::wire::tag(members.take_tag(TAG, cx)?, TAG, cx)?;
                match &*tag {
                    $($value => $crate::wire::Object::read_members(members, Some(TAG), cx).map(Self::$variant),)+
                    unknown => {
                        $crate::wire::refuse_if_strict(unknown, &[$($value),+], TAG, cx)?;
                        members.put_tag(TAG, tag);
                        $crate::wire::Object::read_members(members, None, cx).map(Self::Unknown)
                    }
                }
            }
        }

        $crate::wire::macros::union! { $name { $($variant($t)),+; Unknown } }
        $(impl From<$t> for $name {
            fn from(value: $t) -> Self {
                Self::$variant(value)
            }
        })+
    };

    ($(#[$m:meta])* $vis:vis enum $name:ident having { $($member:literal => $variant:ident($t:ty)),+ $(,)? }) => {
        $(#[$m])*
        #[derive(Clone, Debug, PartialEq)]
        $vis enum $name {
            $(
                #[doc = concat!("Where there is a member `", $member, "`.")]
                $variant($t),
            )+
        }

        impl $crate::wire::Object for $name {
            const EXPECTED: &'static str = concat!("an object (", stringify!($name), ")");

            fn read_members<'de, A: serde::de::MapAccess<'de>>(
                members: &mut $crate::wire::Members<'de, A>,
                _: Option<&'static str>,
                cx: $crate::wire::Cx<'_>,
            ) -> Result<Self, A::Error> {
                match $crate::wire::find_one(members, &[$($member),+], cx)? {
                    $($member => $crate::wire::Object::read_members(members, None, cx).map(Self::$variant),)+
                    _ => unreachable!("only the names given are found"),
                }
            }
        }

        $crate::wire::macros::union! { $name { $($variant($t)),+ } }
        $(impl From<$t> for $name {
            fn from(value: $t) -> Self {
                Self::$variant(value)
            }
        })+
    };

    ($(#[$($m:tt)*])* $vis:vis enum $name:ident { $($(#[$vm:meta])* $variant:ident = $value:literal),+ $(,)? }) => {
        $(#[$($m)*])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $vis enum $name { $($(#[$vm])* $variant),+ }

        impl $name {
            /// Every value, in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The text on the wire.
            pub const fn as_str(&self) -> &'static str {
                match self { $(Self::$variant => $value),+ }
            }
        }

        impl $crate::wire::Wire for $name {
            fn read<'de, D: serde::Deserializer<'de>>(d: D, cx: $crate::wire::Cx<'_>) -> Result<Self, D::Error> {
                let text = $crate::wire::read_key(d)?;
                match text.as_str() {
                    $($value => Ok(Self::$variant),)+
                    unknown => Err($crate::wire::none_of(unknown, &[$($value),+], cx)),
                }
            }

            #[cfg(feature = "schema")]
            const NAME: &'static str = stringify!($name);

            #[cfg(feature = "schema")]
            fn definition() -> serde_json::Value {
                $crate::schema::described(
                    serde_json::json!({"type": "string", "enum": [$($value),+]}),
                    $crate::wire::macros::docs!($([$($m)*])*),
                )
            }

            #[cfg(feature = "proptest")]
            fn generate(source: &mut $crate::strategy::Source) -> Self {
                Self::ALL[source.below(Self::ALL.len())]
            }
        }

        $crate::wire::macros::arbitrary! { [] $name }

        $crate::wire::macros::text! { $name }
    };

    ($(#[$($m:tt)*])* $vis:vis open enum $name:ident { $($variants:tt)+ }) => {
        $crate::wire::macros::open! { $(#[$($m)*])* $vis enum $name closed_by_schema { $($variants)+ } }
    };

    ($(#[$($m:tt)*])* $vis:vis free enum $name:ident { $($variants:tt)+ }) => {
        $crate::wire::macros::open! { $(#[$($m)*])* $vis enum $name any_text { $($variants)+ } }
    };

    ($($other:tt)*) => {
        compile_error!("a wire type reads `struct Name { … }`, `enum Name by tag { … }`, `enum Name having { … }`, `enum Name { … }`, `open enum Name { … }` or `free enum Name { … }`");
    };
}

pub(crate) use wire;
