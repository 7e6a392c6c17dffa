// npm run --silent mcp: connects a program that speaks MCP over standard input and output to an instance over HTTP.
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

const { NINESIXTEEN_URL: url = 'http://localhost:3000', NINESIXTEEN_API_KEY: key } = process.env
if (!key) {
  process.stderr.write(
    'Set NINESIXTEEN_API_KEY to a key from Settings, Profile, API keys, and NINESIXTEEN_URL to the address of your instance.\n',
  )
  process.exit(1)
}

const local = new StdioServerTransport()
const remote = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers: { authorization: `Bearer ${key}` } } })

const report = (error) => void process.stderr.write(`${error.message}\n`)

local.onmessage = (message) => {
  remote.send(message).catch((thrown) => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    report(error)
    // The program waits for an answer to a request.
    if ('method' in message && 'id' in message) {
      void local.send({ jsonrpc: '2.0', id: message.id, error: { code: -32_000, message: error.message } })
    }
  })
}
remote.onmessage = (message) => void local.send(message)
remote.onerror = report
local.onerror = report
local.onclose = () => void remote.close()

await remote.start()
await local.start()
