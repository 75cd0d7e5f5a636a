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

pub(crate) use {members, setter};
