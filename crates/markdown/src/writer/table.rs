//! Tables.

use pulldown_cmark::Alignment;

use super::Writer;
use super::frame::Frame;
use crate::html::{Attribute, Element};
use crate::words;

/// Where in a table the writer is.
#[derive(Debug, Default)]
pub(super) struct TableState {
    alignments: Vec<Alignment>,
    /// The number of the next cell in its row.
    column: usize,
    part: Part,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Part {
    #[default]
    Head,
    /// After the head, while no row came: a table may have none.
    BeforeBody,
    Body,
}

impl<'a> Writer<'a> {
    pub(super) fn open_table(&mut self, alignments: Vec<Alignment>) -> Frame<'a> {
        self.table = TableState {
            alignments,
            ..TableState::default()
        };
        // A group of its own, and no landmark, so that a wide table scrolls and the page does not.
        self.html.open(
            Element::Div,
            &[
                Attribute::Class("table"),
                Attribute::Tabbable,
                Attribute::Role("group"),
                Attribute::AriaLabel(words::TABLE),
            ],
        );
        self.html.open(Element::Table, &[]);
        Frame::Table
    }

    pub(super) fn close_table(&mut self) {
        if self.table.part == Part::Body {
            self.html.close();
        }
        self.html.close();
        self.html.close();
    }

    pub(super) fn open_table_head(&mut self) -> Frame<'a> {
        self.html.open(Element::Thead, &[]);
        self.html.open(Element::Tr, &[]);
        self.table.column = 0;
        Frame::TableHead
    }

    pub(super) fn close_table_head(&mut self) {
        self.html.close();
        self.html.close();
        self.table.part = Part::BeforeBody;
    }

    pub(super) fn open_table_row(&mut self) -> Frame<'a> {
        if self.table.part == Part::BeforeBody {
            self.html.open(Element::Tbody, &[]);
            self.table.part = Part::Body;
        }
        self.html.open(Element::Tr, &[]);
        self.table.column = 0;
        Frame::Elements(1)
    }

    pub(super) fn open_table_cell(&mut self) -> Frame<'a> {
        let class = match self.table.alignments.get(self.table.column) {
            Some(Alignment::Left) => Some("left"),
            Some(Alignment::Center) => Some("center"),
            Some(Alignment::Right) => Some("right"),
            Some(Alignment::None) | None => None,
        };
        self.table.column += 1;
        let mut attributes: Vec<Attribute<'_>> = class.map(Attribute::Class).into_iter().collect();
        attributes.push(Attribute::DirAuto);
        if self.table.part == Part::Head {
            attributes.push(Attribute::ScopeCol);
            self.html.open(Element::Th, &attributes);
        } else {
            self.html.open(Element::Td, &attributes);
        }
        Frame::Elements(1)
    }
}
