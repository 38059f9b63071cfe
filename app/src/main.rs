//! Takes the page over in the browser.

fn main() {
    app::start();
}
