//! Images, sounds, files and links.

use crate::{size::bytes_for_people, words};
use conversation::{Media, MediaKind};
use leptos::prelude::*;

/// Something that is no text. `address` is where its bytes are.
#[component]
pub(super) fn MediaView(media: Media, address: String) -> impl IntoView {
    let is = |kind| media.kind == kind;
    let name = name_of(&media);
    // A link leads where it says and nowhere else; what is no address on the web is only told.
    let href = match media.kind {
        MediaKind::Link => media.web_address().map(str::to_owned),
        _ => Some(address.clone()),
    };
    let image = is(MediaKind::Image).then(|| {
        let (alt, src) = (words::image(&name), address.clone());
        let (width, height) = fitted(&media).unzip();
        view! { <img src=src alt=alt loading="lazy" width=width height=height /> }
    });
    let sound = is(MediaKind::Sound).then(|| {
        view! { <audio controls preload="none" src=address aria-label=name.clone()></audio> }
    });
    // An image can be opened by itself; a sound cannot, where nothing else may be loaded.
    let download = (is(MediaKind::File) || is(MediaKind::Sound)).then_some("");
    let about = about(&media);
    view! {
        <div class="media">
            {image} {sound}
            <p class="file">
                <a href=href download=download target="_blank" rel="noopener noreferrer nofollow" dir="auto">
                    {name}
                </a>
                <span class="about" dir="auto">{about}</span>
            </p>
            {media.description.map(|words| view! { <p class="about" dir="auto">{words}</p> })}
        </div>
    }
}

/// The highest that an image stands on the page, in pixels.
const HIGHEST: u32 = 720;

/// Its width and height on the page, which is wide enough; as attributes, so that nothing moves when
/// it arrives.
fn fitted(media: &Media) -> Option<(String, String)> {
    let (width, height) = (media.width?, media.height?);
    let shown = height.min(HIGHEST);
    let width = u64::from(width) * u64::from(shown) / u64::from(height.max(1));
    Some((width.max(1).to_string(), shown.to_string()))
}

/// What it is called, also where its author has not said.
pub(super) fn name_of(media: &Media) -> String {
    if !media.name.is_empty() {
        return media.name.clone();
    }
    match media.kind {
        MediaKind::Image => words::IMAGE,
        MediaKind::Sound => words::SOUND,
        MediaKind::File => words::FILE,
        MediaKind::Link => words::LINK,
    }
    .to_owned()
}

/// Its type, size and address.
fn about(media: &Media) -> String {
    let size = media.bytes.map(bytes_for_people);
    let parts = [media.media_type.clone(), size, media.address.clone()];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}
