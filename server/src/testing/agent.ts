import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { ApiCaller } from './api-caller.ts'

const headersOf = ({ secret }: Pick<ApiCaller, 'secret'>) => ({ requestInit: { headers: { authorization: `Bearer ${secret}` } } })

export interface ToolResult {
  isError?: boolean
  content: { type: string; text?: string; data?: string; mimeType?: string }[]
  structuredContent?: Record<string, unknown>
}

export interface Agent {
  list(): Promise<{ tools: { name: string; annotations?: Record<string, unknown> | undefined; inputSchema: object }[] }>
  call(name: string, args?: Record<string, unknown>): Promise<ToolResult>
  resources(): Promise<{ uri: string; title?: string | undefined }[]>
  read(uri: string): Promise<Record<string, unknown>>
}

const PROTOCOLS = { current: { pin: '2026-07-28' }, older: 'legacy' } as const

/** The official client, which speaks either protocol. */
export async function connectAgent(key: Pick<ApiCaller, 'secret' | 'url'>, protocol: keyof typeof PROTOCOLS = 'current'): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: PROTOCOLS[protocol] } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${key.url}/mcp`), headersOf(key)))
  return {
    list: () => client.listTools(),
    call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as ToolResult,
    resources: async () => (await client.listResources()).resources,
    read: async (uri) => {
      const [content] = (await client.readResource({ uri })).contents
      return JSON.parse(content && 'text' in content ? content.text : '{}') as Record<string, unknown>
    },
  }
}
