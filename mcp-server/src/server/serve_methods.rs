//! The serving methods of types with `#[server]`, as far as the features go.

/// Adds `serve_stdio` to a type with `#[server]`, so that no trait has to be
/// imported; nothing without the feature.
#[doc(hidden)]
#[cfg(feature = "stdio")]
#[macro_export]
macro_rules! __serve_stdio {
    ($($head:tt)*) => {
        $($head)* {
            /// Serves over standard input and output until the input ends or a
            /// signal comes.
            ///
            /// # Errors
            ///
            /// When the server cannot be built, or the streams fail.
            pub async fn serve_stdio(self) -> $crate::Result {
                $crate::IntoServer::into_server(self).serve_stdio().await
            }
        }
    };
}

#[doc(hidden)]
#[cfg(not(feature = "stdio"))]
#[macro_export]
macro_rules! __serve_stdio {
    ($($head:tt)*) => {};
}

/// Adds `serve_http` and `into_axum` to a type with `#[server]`; nothing
/// without the feature.
#[doc(hidden)]
#[cfg(feature = "http")]
#[macro_export]
macro_rules! __serve_http {
    ($($head:tt)*) => {
        $($head)* {
            /// Serves Streamable HTTP at `/mcp` of an address until a signal comes.
            ///
            /// # Errors
            ///
            /// When the server cannot be built, or the address cannot be bound.
            pub async fn serve_http(self, address: impl ::core::fmt::Display) -> $crate::Result {
                $crate::IntoServer::into_server(self).serve_http(address).await
            }

            /// A router that serves Streamable HTTP at `path`.
            ///
            /// # Errors
            ///
            /// When the server cannot be built.
            pub fn into_axum<__State: ::core::clone::Clone + ::core::marker::Send + ::core::marker::Sync + 'static>(
                self,
                path: &str,
            ) -> $crate::Result<$crate::http::Router<__State>> {
                $crate::IntoServer::into_server(self).into_axum(path)
            }
        }
    };
}

#[doc(hidden)]
#[cfg(not(feature = "http"))]
#[macro_export]
macro_rules! __serve_http {
    ($($head:tt)*) => {};
}

/// The serving methods of a type; `$head` is the head of its impl block.
#[doc(hidden)]
#[macro_export]
macro_rules! __serve_methods {
    ($($head:tt)*) => {
        $crate::__serve_stdio! { $($head)* }
        $crate::__serve_http! { $($head)* }
    };
}
