/** Path of the public API. Apart from the contract, so that code in front of it needs no schemas. */
export const PUBLIC_API_PREFIX = '/api/public/v1'
/** Path of the MCP server. */
export const MCP_PATH = '/mcp'
/** Metadata of the authorization server (RFC 8414). */
export const SERVER_METADATA = '/.well-known/oauth-authorization-server'
/** Metadata of a protected resource (RFC 9728), followed by its path. */
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'
/** Prefix of the authorization server's endpoints. */
export const OAUTH_PATH = '/oauth'
/** Page on which a user connects an app to their account. */
export const CONNECT_APP_PAGE = '/connect-app'
