//! Bodies and frames of the HTTP API.
