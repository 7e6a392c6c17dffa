import pg from 'pg'
import { processorMs, productProcesses } from '../processes.ts'
import { startProduct, type RunningProduct } from '../product.ts'
import { atMost, type BenchTable, quantile } from '../table.ts'
import type { BenchUser, LoadOutcome, LoadPlan } from './plan.ts'
import { failuresOf, sendLoad } from './send-load.ts'
import { createUsers, privateDatabase, refreshVersions } from './users.ts'

/** Each user has a key, which may send 120 requests per minute. */
const USERS = 200
const PROJECTS = 6
const RATE = 200
const RENDERS = 1
const PAGE_RATE = 200
const SECONDS = 30
const WARM_UP_SECONDS = 5
/** Longer than the generators take to start, because their startup would disturb the first requests. */
const START_MS = 3000

/** Creates a key and an account for drafts for each user. */
async function createKeys({ origin, dataDir }: RunningProduct, users: readonly BenchUser[]): Promise<void> {
  const description = await (await fetch(`${origin}/api/public/v1/openapi.json`)).text()
  const [, platforms = '[]'] = /"platform":\{[^}]*"enum":(\[[^\]]*\])/.exec(description) ?? []
  // The newest platform needs no options.
  const platform: string = JSON.parse(platforms).at(-1)
  const database = new pg.Client(privateDatabase(dataDir))
  await database.connect()
  await database.query("set app.system = 'on'")
  for (const user of users) {
    const scopes = ['slideshows:read', 'posts:read', 'posts:draft', 'accounts:read']
    const response = await fetch(`${origin}/api/v1/api-keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie: user.cookie, 'x-ninesixteen-user': user.id },
      body: JSON.stringify({ name: 'Load', scopes, companyId: null, days: null }),
    })
    if (!response.ok) throw new Error(`A key: ${response.status} ${await response.text()}`)
    user.key = (await response.json()).secret
    const { rows } = await database.query<{ id: string }>(
      `insert into social_accounts (user_id, platform, account_id, username, access_token, scopes)
       values ($1, $2, $3, 'load', 'sealed.v1.none', '{}') returning id`,
      [user.id, platform, user.id],
    )
    user.target = { account_id: rows[0]?.id ?? '', options: { platform } }
  }
  await database.end()
}

interface Measurement {
  page: LoadOutcome
  api: LoadOutcome
  renders: LoadOutcome
  /** CPU milliseconds per second. */
  server: number
  database: number
}

const NO_REQUESTS: LoadOutcome = { ms: [], shed: 0, failures: {}, bytes: 0 }

async function measure(
  product: RunningProduct,
  users: BenchUser[],
  { withApi, seconds }: { withApi: boolean; seconds: number },
): Promise<Measurement> {
  const { origin, dataDir } = product
  await refreshVersions(origin, users)
  const startAt = Date.now() + START_MS
  const send = (kind: LoadPlan['kind'], perSecond: number) => sendLoad({ kind, perSecond, seconds, startAt, origin, users })
  const processes = productProcesses(dataDir)
  const readUsage = () => ({
    server: processorMs(processes.server),
    database: productProcesses(dataDir).database.reduce((sum, pid) => sum + processorMs(pid), 0),
  })
  const start = readUsage()
  const [page, api, renders] = await Promise.all([
    send('mix', PAGE_RATE),
    withApi ? send('public-api', RATE - RENDERS) : NO_REQUESTS,
    withApi ? send('renders', RENDERS) : NO_REQUESTS,
  ])
  const end = readUsage()
  return { page, api, renders, server: (end.server - start.server) / seconds, database: (end.database - start.database) / seconds }
}

const rowOf = (what: string, ms: readonly number[]) => [what, quantile(ms, 0.5), quantile(ms, 0.99), quantile(ms, 1), 'ms']
const failed = (outcome: LoadOutcome): number => failuresOf(outcome) + outcome.shed

/** Load on the public API while users use the page. */
export async function run(): Promise<BenchTable> {
  const product = await startProduct({ env: { TRUST_PROXY: 'true' } })
  try {
    const users = await createUsers(product, { count: USERS, projects: PROJECTS })
    await createKeys(product, users)
    await measure(product, users, { withApi: true, seconds: WARM_UP_SECONDS })
    const pageOnly = await measure(product, users, { withApi: false, seconds: SECONDS })
    const both = await measure(product, users, { withApi: true, seconds: SECONDS })
    const apiTimes = [...both.api.ms, ...both.renders.ms]
    const p99 = quantile(apiTimes, 0.99)
    const failures = [both.api, both.renders, both.page].flatMap((outcome) => Object.entries(outcome.failures))
    return {
      title:
        `${RATE} requests a second to the public API with ${USERS} keys for ${SECONDS} s, next to ${PAGE_RATE} of the page: ` +
        '45 % lists, 45 % slideshows, 10 % checks of posts, and each second a draft of ten slides and a rendered slide',
      columns: ['what', 'p50', 'p99', 'longest', 'unit'],
      rows: [
        rowOf('the public API', apiTimes),
        rowOf('a rendered slide of it', both.renders.ms),
        rowOf('the page meanwhile', both.page.ms),
        rowOf('baseline: the page without the API', pageOnly.page.ms),
        [
          'the page with it, times without',
          quantile(both.page.ms, 0.5) / quantile(pageOnly.page.ms, 0.5),
          quantile(both.page.ms, 0.99) / quantile(pageOnly.page.ms, 0.99),
          '',
          'times',
        ],
        ['CPU per request of the API: server', (both.server - pageOnly.server) / RATE, '', '', 'ms'],
        ['CPU per request of the API: database', (both.database - pageOnly.database) / RATE, '', '', 'ms'],
        ...failures.map(([what, count]) => [what, count, '', '', 'times']),
      ],
      gates: [
        atMost(`p99 of the API at ${RATE} a second`, { value: p99, limit: 100, unit: 'ms' }),
        atMost('p99 of the page meanwhile', { value: quantile(both.page.ms, 0.99), limit: 100, unit: 'ms' }),
        atMost('failed or rejected requests', {
          value: failed(both.api) + failed(both.renders) + failed(both.page),
          limit: 0,
          unit: 'requests',
        }),
      ],
    }
  } finally {
    await product.stop()
  }
}
