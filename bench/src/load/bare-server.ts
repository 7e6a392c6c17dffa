// node bare-server.ts: the baseline of `bench load`. Serves the same requests from the same rows with only Node's HTTP server and the database driver:
// no sessions, no row-level security, no validation. Reads the connection from standard input and prints its port.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'

const CONNECTIONS = 10

const connection: pg.PoolConfig = JSON.parse(await text(process.stdin))
const pool = new pg.Pool({ ...connection, max: CONNECTIONS, options: '-c app.system=on' })

async function respond(request: IncomingMessage): Promise<string> {
  const user = request.headers.cookie ?? ''
  const id = /[\w-]{36}$/.exec(request.url ?? '')?.[0]
  if (request.method === 'PUT') {
    const { slides } = JSON.parse(await text(request))
    await pool.query('update slides set data = $3 where project_id = $1 and user_id = $2 and number = 1', [id, user, slides[0]])
    return '{}'
  }
  if (id === undefined) {
    const projects = await pool.query('select * from projects where user_id = $1 order by updated_at desc, id desc limit 60', [user])
    return JSON.stringify(projects.rows)
  }
  const project = await pool.query('select * from projects where user_id = $1 and id = $2', [user, id])
  const slides = await pool.query('select data from slides where user_id = $1 and project_id = $2 order by number', [user, id])
  return JSON.stringify({ ...project.rows[0], slides: slides.rows.map(({ data }) => data) })
}

const server = createServer((request, response) => {
  respond(request).then(
    (body) => response.setHeader('content-type', 'application/json').end(body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
