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
                mut map: A,
                _: Option<&'static str>,
                cx: $crate::wire::Cx<'_>,
            ) -> Result<Self, A::Error> {
                const TAG: &str = stringify!($tag);
                let (head, tag) = $crate::wire::read_to_tag(&mut map, TAG, cx)?;
                let tag = $crate::wire::tag(tag, TAG, cx)?;
                match &*tag {
                    $($value => $crate::wire::Object::resume(head, map, Some(TAG), cx).map(Self::$variant),)+
                    unknown => {
                        $crate::wire::refuse_if_strict(unknown, &[$($value),+], TAG, cx)?;
                        $crate::wire::Object::resume(head.with_tag(TAG, tag), map, None, cx).map(Self::Unknown)
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
                mut map: A,
                _: Option<&'static str>,
                cx: $crate::wire::Cx<'_>,
            ) -> Result<Self, A::Error> {
                let (head, name) = $crate::wire::read_to_member(&mut map, &[$($member),+], cx)?;
                match name {
                    $($member => $crate::wire::Object::resume(head, map, None, cx).map(Self::$variant),)+
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

/// Sorts the members of a struct: all of them, the arguments of `new`, the setters.
macro_rules! members {
    ($head:tt { $($all:tt)* } { $($new:tt)* } { $($set:tt)* }
     $(#[$($m:tt)*])* $vis:vis $f:ident : Option<Vec<$t:ty>> $(= $w:literal)? $(, $($rest:tt)*)?) => {
        $crate::wire::macros::members! { $head
            { $($all)* { $(#[$($m)*])* $vis $f [Option<Vec<$t>>] [$($w)?] [] } }
            { $($new)* }
            { $($set)* { $(#[$($m)*])* $f many $t } }
            $($($rest)*)?
        }
    };
    ($head:tt { $($all:tt)* } { $($new:tt)* } { $($set:tt)* }
     $(#[$($m:tt)*])* $vis:vis $f:ident : Option<$t:ty> $(as $format:literal)? $(= $w:literal)? $(, $($rest:tt)*)?) => {
        $crate::wire::macros::members! { $head
            { $($all)* { $(#[$($m)*])* $vis $f [Option<$t>] [$($w)?] [$($format)?] } }
            { $($new)* }
            { $($set)* { $(#[$($m)*])* $f one $t } }
            $($($rest)*)?
        }
    };
    ($head:tt { $($all:tt)* } { $($new:tt)* } { $($set:tt)* }
     $(#[$($m:tt)*])* $vis:vis $f:ident : Vec<$t:ty> $(= $w:literal)? $(, $($rest:tt)*)?) => {
        $crate::wire::macros::members! { $head
            { $($all)* { $(#[$($m)*])* $vis $f [Vec<$t>] [$($w)?] [] } }
            { $($new)* { $f [impl IntoIterator<Item = impl Into<$t>>] [$f.into_iter().map(Into::into).collect()] } }
            { $($set)* }
            $($($rest)*)?
        }
    };
    ($head:tt { $($all:tt)* } { $($new:tt)* } { $($set:tt)* }
     $(#[$($m:tt)*])* $vis:vis $f:ident : $t:ty $(as $format:literal)? $(= $w:literal)? $(, $($rest:tt)*)?) => {
        $crate::wire::macros::members! { $head
            { $($all)* { $(#[$($m)*])* $vis $f [$t] [$($w)?] [$($format)?] } }
            { $($new)* { $f [impl Into<$t>] [$f.into()] } }
            { $($set)* }
            $($($rest)*)?
        }
    };
    ($head:tt $all:tt {} $set:tt) => {
        $crate::wire::macros::default! { $head }
        $crate::wire::macros::object! { $head $all {} $set }
    };
    ($head:tt $all:tt $new:tt $set:tt) => {
        $crate::wire::macros::object! { $head $all $new $set }
    };
    ($head:tt $all:tt $new:tt $set:tt $($rest:tt)+) => {
        compile_error!("a member reads `/// docs` `pub name: Type` or `pub name: Option<Type> = \"wireName\"`");
    };
}

/// A type without required members has a default: the one without any.
macro_rules! default {
    ({ $(#[$($m:tt)*])* $vis:vis struct $name:ident [] $constants:tt }) => {
        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }
    };
}

/// The struct and all that is said about it.
macro_rules! object {
    (
        { $(#[$($m:tt)*])* $vis:vis struct $name:ident [$($g:ident = $default:ty)?] [$($ck:ident $cv:literal)*] }
        { $({ $(#[$($fm:tt)*])* $fvis:vis $f:ident [$t:ty] [$($w:literal)?] [$($format:literal)?] })* }
        { $({ $nf:ident [$($nt:tt)*] [$($convert:tt)*] })* }
        { $({ $(#[$($sm:tt)*])* $sf:ident $many:ident $st:ty })* }
    ) => {
        $(#[$($m)*])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        $vis struct $name $(<$g = $default>)? {
            $($(#[$($fm)*])* $fvis $f: $t,)*
            /// Members that are not known here, kept as they came.
            pub extra: $crate::Extra,
        }

        impl $(<$g>)? $name $(<$g>)? {
            #[doc = concat!("A `", stringify!($name), "` of its required members.")]
            pub fn new($($nf: $($nt)*),*) -> Self {
                Self {
                    $($nf: $($convert)*,)*
                    $($sf: None,)*
                    extra: $crate::Extra::default(),
                }
            }

            $($crate::wire::macros::setter! { $(#[$($sm)*])* $sf $many $st })*
        }

        impl $(<$g: $crate::Wire>)? $crate::wire::Object for $name $(<$g>)? {
            const EXPECTED: &'static str = concat!("an object (", stringify!($name), ")");

            fn read_members<'de, A: serde::de::MapAccess<'de>>(
                mut map: A,
                tag: Option<&'static str>,
                cx: $crate::wire::Cx<'_>,
            ) -> Result<Self, A::Error> {
                let constants = $crate::wire::Constants::new(&[$((stringify!($ck), $cv)),*], tag);
                $(let mut $f: Option<$t> = None;)*
                let mut extra = $crate::Extra::default();
                while let Some(key) = map.next_key::<$crate::wire::Key<'de>>()? {
                    match key.as_str() {
                        $(stringify!($ck) => constants.read(&mut map, stringify!($ck), cx)?,)*
                        $($crate::wire::macros::name!($f $($w)?) => {
                            $crate::wire::member(&mut map, $crate::wire::macros::name!($f $($w)?), &mut $f, cx)?;
                        })*
                        _ => extra.read(&key, &mut map, cx)?,
                    }
                }
                constants.finish(cx)?;
                Ok(Self {
                    $($f: $crate::wire::finish($crate::wire::macros::name!($f $($w)?), $f, cx)?,)*
                    extra,
                })
            }
        }

        impl $(<$g: $crate::Wire>)? $crate::Wire for $name $(<$g>)? {
            fn read<'de, D: serde::Deserializer<'de>>(d: D, cx: $crate::wire::Cx<'_>) -> Result<Self, D::Error> {
                $crate::wire::read_object(d, cx)
            }

            #[cfg(feature = "schema")]
            const NAME: &'static str = stringify!($name);

            #[cfg(feature = "schema")]
            fn definition() -> serde_json::Value {
                $crate::schema::object(
                    $crate::wire::macros::docs!($([$($m)*])*),
                    &[$((stringify!($ck), $cv)),*],
                    vec![$((
                        $crate::wire::macros::name!($f $($w)?),
                        <$t as $crate::wire::Field>::absent().is_none(),
                        $crate::schema::described(
                                $crate::schema::with_format(<$t as $crate::wire::Field>::member_schema(), &[$($format)?]),
                                $crate::wire::macros::docs!($([$($fm)*])*),
                            ),
                    )),*],
                )
            }

            #[cfg(feature = "proptest")]
            fn generate(source: &mut $crate::strategy::Source) -> Self {
                Self {
                    $($f: source.member($crate::wire::macros::name!($f $($w)?)),)*
                    extra: source.extra(),
                }
            }
        }

        $crate::wire::macros::arbitrary! { [$($g)?] $name }

        impl<'de $(, $g: $crate::Wire)?> serde::Deserialize<'de> for $name $(<$g>)? {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                $crate::wire::deserialize(d)
            }
        }

        impl $(<$g: $crate::Wire>)? serde::Serialize for $name $(<$g>)? {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeMap as _;
                let mut map = serializer.serialize_map(None)?;
                let constants: &[(&str, &str)] = &[$((stringify!($ck), $cv)),*];
                let (first, others) = constants.split_at(constants.len().min(1));
                $crate::wire::write_constants(&mut map, first)?;
                $($crate::wire::macros::write! { early map $f ($crate::wire::macros::name!($f $($w)?), &self.$f) })*
                $crate::wire::write_constants(&mut map, others)?;
                $($crate::wire::macros::write! { late map $f ($crate::wire::macros::name!($f $($w)?), &self.$f) })*
                self.extra.write(&mut map)?;
                map.end()
            }
        }
    };
}

/// `any::<Type>()` for proptest.
macro_rules! arbitrary {
    ([] $name:ident) => {
        #[cfg(feature = "proptest")]
        impl proptest::arbitrary::Arbitrary for $name {
            type Parameters = ();
            type Strategy = proptest::strategy::BoxedStrategy<Self>;

            fn arbitrary_with((): ()) -> Self::Strategy {
                $crate::strategy::strategy()
            }
        }
    };
    ([$($g:ident)+] $name:ident) => {};
}

/// Doc comments as one text.
#[cfg(feature = "schema")]
macro_rules! docs {
    ($([doc = $line:literal])*) => {
        concat!($($line, "\n"),*)
    };
}

/// A member's name on the wire.
macro_rules! name {
    ($f:ident) => {
        stringify!($f)
    };
    ($f:ident $w:literal) => {
        $w
    };
}

/// Writes a member; an `id` comes early, as everybody has it.
macro_rules! write {
    (early $map:ident id ($name:expr, $value:expr)) => {
        $crate::wire::write_member(&mut $map, $name, $value)?;
    };
    (early $map:ident $f:ident ($name:expr, $value:expr)) => {};
    (late $map:ident id ($name:expr, $value:expr)) => {};
    (late $map:ident $f:ident ($name:expr, $value:expr)) => {
        $crate::wire::write_member(&mut $map, $name, $value)?;
    };
}

/// How an optional member is set.
macro_rules! setter {
    ($(#[$m:meta])* meta one $t:ty) => {
        /// Adds one key to `_meta`, or replaces its value.
        pub fn meta(mut self, key: impl Into<Box<str>>, value: impl Into<$crate::Json>) -> Self {
            self.meta.get_or_insert_default().insert(key, value);
            self
        }

        /// Replaces `_meta` as a whole.
        pub fn meta_object(mut self, meta: impl Into<$t>) -> Self {
            self.meta = Some(meta.into());
            self
        }
    };
    ($(#[$m:meta])* icons many $t:ty) => {
        /// Adds an icon.
        pub fn icon(mut self, icon: impl Into<$t>) -> Self {
            self.icons.get_or_insert_default().push(icon.into());
            self
        }

        /// Replaces all icons.
        pub fn icons(mut self, icons: impl IntoIterator<Item = impl Into<$t>>) -> Self {
            self.icons = Some(icons.into_iter().map(Into::into).collect());
            self
        }
    };
    ($(#[$m:meta])* sizes many $t:ty) => {
        $(#[$m])*
        ///
        /// No sizes at all are left out.
        pub fn sizes(mut self, sizes: impl IntoIterator<Item = impl Into<$t>>) -> Self {
            let sizes: Vec<$t> = sizes.into_iter().map(Into::into).collect();
            self.sizes = (!sizes.is_empty()).then_some(sizes);
            self
        }
    };
    ($(#[$m:meta])* $f:ident many $t:ty) => {
        $(#[$m])*
        pub fn $f(mut self, $f: impl IntoIterator<Item = impl Into<$t>>) -> Self {
            self.$f = Some($f.into_iter().map(Into::into).collect());
            self
        }
    };
    ($(#[$m:meta])* $f:ident one $t:ty) => {
        $(#[$m])*
        pub fn $f(mut self, $f: impl Into<$t>) -> Self {
            self.$f = Some($f.into());
            self
        }
    };
}

/// What a union keeps where it does not know the tag.
macro_rules! unknown {
    () => {
        $crate::JsonObject
    };
    ($t:ty) => {
        $t
    };
}

/// What unions have in common once their reading is said.
macro_rules! union {
    ($([$($g:ident : $bound:ident),+])? $name:ident { $($variant:ident($t:ty)),+ $(; $unknown:ident)? }) => {
        impl $(<$($g: $bound + $crate::Wire),+>)? $crate::Wire for $name $(<$($g),+>)? {
            fn read<'de, D: serde::Deserializer<'de>>(d: D, cx: $crate::wire::Cx<'_>) -> Result<Self, D::Error> {
                $crate::wire::read_object(d, cx)
            }

            #[cfg(feature = "schema")]
            const NAME: &'static str = stringify!($name);

            #[cfg(feature = "schema")]
            fn definition() -> serde_json::Value {
                serde_json::json!({"anyOf": [$(<$t as $crate::Wire>::schema()),+]})
            }

            #[cfg(feature = "proptest")]
            fn generate(source: &mut $crate::strategy::Source) -> Self {
                let variants: &[fn(&mut $crate::strategy::Source) -> Self] = &[
                    $(|source| Self::$variant(<$t as $crate::Wire>::generate(source))),+
                ];
                let picked = source.below(variants.len());
                variants[picked](source)
            }
        }

        $crate::wire::macros::arbitrary! { [$($($g)+)?] $name }

        impl $(<$($g: $bound + $crate::Wire),+>)? serde::Serialize for $name $(<$($g),+>)? {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant(value) => value.serialize(serializer),)+
                    $(Self::$unknown(value) => value.serialize(serializer),)?
                }
            }
        }

        impl<'de $($(, $g: $bound + $crate::Wire)+)?> serde::Deserialize<'de> for $name $(<$($g),+>)? {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                $crate::wire::deserialize(d)
            }
        }
    };
}

/// What enums of texts have in common.
macro_rules! text {
    ($name:ident) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                $crate::wire::deserialize(d)
            }
        }
    };
}

/// Enums of texts that keep what they do not know.
macro_rules! open {
    ($(#[$($m:tt)*])* $vis:vis enum $name:ident $openness:ident {
        $($(#[$vm:meta])* $variant:ident = $value:literal),+ $(,)?
    }) => {
        $(#[$($m)*])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        $vis enum $name {
            $($(#[$vm])* $variant,)+
            /// Another text, kept as it came.
            Unknown(Box<str>),
        }

        impl $name {
            /// Every value known here, in the order of declaration.
            pub const KNOWN: &'static [Self] = &[$(Self::$variant),+];

            /// The text on the wire.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $value,)+
                    Self::Unknown(text) => text,
                }
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                match text {
                    $($value => Self::$variant,)+
                    unknown => Self::Unknown(unknown.into()),
                }
            }
        }

        impl $crate::wire::Wire for $name {
            fn read<'de, D: serde::Deserializer<'de>>(d: D, cx: $crate::wire::Cx<'_>) -> Result<Self, D::Error> {
                let read = Self::from($crate::wire::read_key(d)?.as_str());
                $crate::wire::macros::openness!($openness read cx [$($value),+]);
                Ok(read)
            }

            #[cfg(feature = "schema")]
            const NAME: &'static str = stringify!($name);

            #[cfg(feature = "schema")]
            fn definition() -> serde_json::Value {
                $crate::schema::described(
                    $crate::wire::macros::openness!($openness schema [$($value),+]),
                    $crate::wire::macros::docs!($([$($m)*])*),
                )
            }

            #[cfg(feature = "proptest")]
            fn generate(source: &mut $crate::strategy::Source) -> Self {
                $crate::wire::macros::openness!($openness generate source);
                Self::KNOWN[source.below(Self::KNOWN.len())].clone()
            }
        }

        $crate::wire::macros::arbitrary! { [] $name }

        $crate::wire::macros::text! { $name }
    };
}

/// Whether the schema lists the texts that an open enum may have.
macro_rules! openness {
    (closed_by_schema schema [$($value:literal),+]) => {
        serde_json::json!({"type": "string", "enum": [$($value),+]})
    };
    (any_text schema [$($value:literal),+]) => {
        serde_json::json!({"type": "string"})
    };
    (closed_by_schema generate $source:ident) => {};
    (any_text generate $source:ident) => {
        if $source.flag() {
            return Self::from(&*$source.text());
        }
    };
    (closed_by_schema $read:ident $cx:ident [$($value:literal),+]) => {
        if let (true, Self::Unknown(text)) = ($cx.is_strict(), &$read) {
            return Err($crate::wire::none_of(text, &[$($value),+], $cx));
        }
    };
    (any_text $read:ident $cx:ident [$($value:literal),+]) => {
        let _ = $cx;
    };
}

#[cfg(feature = "schema")]
pub(crate) use docs;
pub(crate) use {arbitrary, default, members, name, object, open, openness, setter, text, union, unknown, wire, write};
