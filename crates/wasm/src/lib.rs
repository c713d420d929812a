#![doc = include_str!("../README.md")]
#![cfg(target_arch = "wasm32")]

use std::panic;

use serde_json::Value;

#[link(wasm_import_module = "boyi")]
unsafe extern "C" {
    /// A message of a stream: JSON.
    fn tell(text: *const u8, length: usize);
    /// The answer to the request: a status and a body.
    fn reply(status: u32, body: *const u8, length: usize);
    /// What a bug says before everything ends.
    fn fail(text: *const u8, length: usize);
}

/// Room for a text of this length, which [`ask`] or [`serve`] takes over.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    let room = vec![0_u8; length].into_boxed_slice();
    Box::into_raw(room).cast()
}

/// Answers a request by calling `reply` once. The text is its method, its path and its body, with a line end
/// after each of the first two.
///
/// # Safety
///
/// The text lies in what [`reserve`] gave for this length, and nobody uses it again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(text: *mut u8, length: usize) {
    say_what_failed();
    // SAFETY: what the caller promises.
    let text = unsafe { taken(text, length) };
    let mut parts = text.splitn(3, |&byte| byte == b'\n');
    let mut word = || String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned();
    let (method, path) = (word(), word());
    let body = parts.next().unwrap_or_default().to_vec();
    let (status, body) = boyi_web::browser::answer(&method, &path, body);
    // SAFETY: the body lives until the call is over.
    unsafe { reply(status.into(), body.as_ptr(), body.len()) };
}

/// Serves a stream by calling `tell` as often as there is something to tell. The text is the path of the
/// stream and the message, with a line end between. 1 where there is no such stream.
///
/// # Safety
///
/// As for [`ask`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn serve(text: *mut u8, length: usize) -> u32 {
    say_what_failed();
    // SAFETY: what the caller promises.
    let text = unsafe { taken(text, length) };
    let text = String::from_utf8_lossy(&text);
    let (path, message) = text.split_once('\n').unwrap_or((&text, ""));
    let send = |event: Value| {
        let event = event.to_string();
        // SAFETY: the text lives until the call is over.
        unsafe { tell(event.as_ptr(), event.len()) };
    };
    u32::from(!boyi_web::browser::stream(path, message, &send))
}

/// # Safety
///
/// As for [`ask`].
unsafe fn taken(text: *mut u8, length: usize) -> Box<[u8]> {
    let text = std::ptr::slice_from_raw_parts_mut(text, length);
    // SAFETY: it is the box that `reserve` let go.
    unsafe { Box::from_raw(text) }
}

fn say_what_failed() {
    panic::set_hook(Box::new(|bug| {
        let text = bug.to_string();
        // SAFETY: the text lives until the call is over.
        unsafe { fail(text.as_ptr(), text.len()) };
    }));
}
