//! The tool as the SDK wants it, and the two places where the SDK's types are narrower than the
//! protocol.

use super::{arguments, tool};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, Service,
    model::{
        CallToolRequest, CallToolRequestParams, CallToolResponse, CallToolResult,
        ClientNotification, ClientRequest, ContentBlock, CustomResult, Implementation,
        ListToolsResult, MetaObject, PaginatedRequestParams, ServerCapabilities, ServerConfig,
        ServerResult,
    },
    service::{NotificationContext, RequestContext},
};
use serde_json::{Map, Value};

/// The server, as far as the SDK's types go.
#[derive(Debug, Default)]
struct Teller;

impl ServerHandler for Teller {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        let name = Implementation::new("serve-web", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(capabilities).with_server_info(name)
    }

    async fn list_tools(
        &self,
        _page: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(vec![tool::definition()]))
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        mut context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if call.name != tool::NAME {
            let said = format!("Unknown tool: {}", call.name);
            return Err(ErrorData::invalid_params(said, None));
        }
        let odd = context.extensions.remove::<OddArguments>();
        let arguments = odd.map_or_else(|| call.arguments.into(), |OddArguments(value)| value);
        Ok(result(arguments).into())
    }
}

/// What a call with these arguments answers. Its blocks are in `_meta` only: [`with_blocks`] puts
/// them into the content.
fn result(arguments: Value) -> CallToolResult {
    match arguments::message(arguments) {
        Ok(message) => {
            let blocks = (tool::BLOCKS.to_owned(), tool::blocks(&message));
            CallToolResult::success(Vec::new())
                .with_meta(Some(MetaObject(Map::from_iter([blocks]))))
        }
        Err(error) => CallToolResult::error(vec![ContentBlock::text(error.to_string())]),
    }
}

/// The server, with every call answered and every block whole.
#[derive(Debug, Default)]
pub(crate) struct Verbatim(Teller);

impl Service<RoleServer> for Verbatim {
    async fn handle_request(
        &self,
        request: ClientRequest,
        mut context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        let request = with_any_arguments(request, &mut context);
        let result = self.0.handle_request(request, context).await?;
        with_blocks(result)
    }

    async fn handle_notification(
        &self,
        notification: ClientNotification,
        context: NotificationContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.0.handle_notification(notification, context).await
    }

    fn get_info(&self) -> ServerConfig {
        ServerHandler::get_info(&self.0)
    }
}

/// Arguments that the SDK has no type for.
#[derive(Clone, Debug)]
struct OddArguments(Value);

/// The SDK takes a call for an unknown request if its arguments are no object. The model is to
/// hear what is wrong with them, so it becomes a call again.
fn with_any_arguments(
    request: ClientRequest,
    context: &mut RequestContext<RoleServer>,
) -> ClientRequest {
    let ClientRequest::CustomRequest(mut custom) = request else {
        return request;
    };
    if custom.method != "tools/call" {
        return ClientRequest::CustomRequest(custom);
    }
    let mut take = |name| custom.params.as_mut()?.get_mut(name).map(Value::take);
    let name = take("name");
    let name = name.as_ref().and_then(Value::as_str).unwrap_or_default();
    let arguments = take("arguments").unwrap_or_default();
    context.extensions.insert(OddArguments(arguments));
    let call = CallToolRequestParams::new(name.to_owned());
    ClientRequest::CallToolRequest(CallToolRequest::new(call))
}

/// The SDK's text block has no media type. The blocks that are in `_meta`, as JSON, go into the
/// content instead.
fn with_blocks(result: ServerResult) -> Result<ServerResult, ErrorData> {
    let ServerResult::CallToolResult(call) = &result else {
        return Ok(result);
    };
    let blocks = call.meta.as_ref().and_then(|meta| meta.0.get(tool::BLOCKS));
    let Some(blocks) = blocks.cloned() else {
        return Ok(result);
    };
    let mut whole = serde_json::to_value(call)
        .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    if let Some(content) = whole.get_mut("content") {
        *content = blocks;
    }
    Ok(ServerResult::CustomResult(CustomResult(whole)))
}
