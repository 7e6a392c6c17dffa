import { Hono, type Context } from 'hono'
import { createControl, isOwnMachine } from './kit/control.ts'
import { createFeed } from './feed/routes.ts'
import { createGoogle } from './google/routes.ts'
import { NATURAL_PACE, NO_PAUSES } from './openai/event-stream.ts'
import { createFiles } from './published-posts/files.ts'
import { createLive, type Live } from './published-posts/ledger.ts'
import { INSTAGRAM, THREADS } from './meta/networks.ts'
import { createImagesApi } from './images/routes.ts'
import { createMeta } from './meta/routes.ts'
import { createMailbox } from './mailbox/routes.ts'
import { createOpenai } from './openai/routes.ts'
import { createStockMedia } from './stock/media.ts'
import { createOpenverse } from './stock/openverse.ts'
import { createPexels } from './stock/pexels.ts'
import type { StockParts } from './stock/photos.ts'
import { createPixabay } from './stock/pixabay.ts'
import { createStripe } from './stripe/routes.ts'
import { createTiktok } from './tiktok/routes.ts'
import { createOwnPosts } from './tumblr/posting/own-posts.ts'
import { createPictures } from './tumblr/images/routes.ts'
import { createTumblr, USUAL_RULES } from './tumblr/routes.ts'

const PROVIDERS = [
  'openai',
  'google',
  'tiktok',
  'tumblr',
  'instagram',
  'threads',
  'stripe',
  'openverse',
  'pexels',
  'pixabay',
  'images',
] as const
/** Milliseconds for one image: enough to see the progress. */
const IMAGE_MS = 1500

export interface SandboxOptions {
  /** Another seed writes other texts. */
  seed: string
  /** Answers without pauses. */
  fast: boolean
  /** Addresses of products that do not run on this machine: providers send people back to them too. */
  productUrls?: readonly string[]
  /** Where callers see the sandbox, when a proxy in front of it changes the host they ask for. */
  publicUrl?: string | undefined
  /** Where people's browsers see it, when that is another address than the callers'. */
  browserUrl?: string | undefined
  /** Starts in chaos mode. */
  chaos?: boolean
  /** The server's webhook URL, without the platform's name. Without it, no events are sent until the control API sets one. */
  eventsUrl?: string | undefined
  /** Accepts tokens of previous sandboxes until a reset. */
  lasting?: boolean
  /** The folder for emails of a server without SMTP. */
  outbox?: string | undefined
  /** File that stores the Stripe customers across restarts. */
  booksFile?: string | undefined
}

export interface Sandbox extends Hono {
  /** Waits until all that is to be there after a restart is written. */
  written(): Promise<void>
}

/** All imitated providers, each under its own path. A further one is a folder with a `create...` function and one line here. */
export function createSandbox({
  seed,
  fast,
  productUrls = [],
  publicUrl,
  browserUrl,
  chaos = false,
  lasting = false,
  eventsUrl,
  outbox,
  booksFile,
}: SandboxOptions): Sandbox {
  const control = createControl({ isChaotic: chaos })
  const { origin, site, isPublic, isNear } = addresses({ publicUrl, browserUrl })
  const files = createFiles()
  const live = createLive(control.clock)
  control.onReset(() => {
    files.reset()
    live.reset()
  })
  const app = new Hono()
  app.get('/about', (c) => c.json({ name: 'Ninesixteen sandbox', providers: PROVIDERS }))
  app.route('/images', createImagesApi({ control, origin, delayMs: fast ? 0 : IMAGE_MS }))
  app.route('/openai/v1', createOpenai({ control, seed, pace: fast ? NO_PAUSES : NATURAL_PACE }))
  const google = createGoogle({ control, productUrls })
  app.route('/google', google.app)
  const tiktok = createTiktok({
    control,
    productUrls,
    origin,
    files,
    live,
    acceptsEarlierTokens: lasting,
    webhookUrl: eventsUrl ? `${eventsUrl}/tiktok` : null,
  })
  app.route('/tiktok', tiktok.app)
  app.route('/tiktok-upload', tiktok.uploads)
  const rules = { ...USUAL_RULES }
  const own = createOwnPosts({ clock: control.clock, files, live, rules })
  const tumblr = createTumblr({ control, productUrls, origin, site, own, settings: rules, acceptsEarlierTokens: lasting })
  app.route('/tumblr', tumblr.app)
  app.route('/tumblr-media', createPictures(control, own))
  const metaParts = { control, productUrls, origin, site, files, live, acceptsEarlierTokens: lasting }
  const [instagram, threads] = [createMeta(INSTAGRAM, metaParts), createMeta(THREADS, metaParts)]
  app.route('/instagram', instagram.app)
  app.route('/threads', threads.app)
  mountStock(app, { control, origin, site })
  const webhookUrl = eventsUrl ? `${eventsUrl}/stripe` : null
  const stripe = createStripe({ control, seed, site, isNear, webhookUrl, booksFile: booksFile ?? null })
  // Where the provider's own package knows a host and no path before its own.
  app.route('/v1', stripe.api)
  app.route('/', tumblr.atRoot)
  app.route('/', google.atRoot)
  app.route('/stripe/v1', stripe.api)
  app.route('/', stripe.pages)
  app.route('/', createMailbox({ control: control.app, outbox: outbox ?? null, isNear }))
  app.route('/', createFeed({ live, files, tiktok: tiktok.posts, tumblr: own, meta: [instagram, threads], chaos: control.chaos, isPublic }))
  listLive(control.app, live)
  // Last: mounting copies the routes, and the providers add switches of their own.
  app.route('/', control.app)
  serveFallback(app)
  return Object.assign(app, { written: stripe.written })
}

/** Services with free photos, and their media host. */
function mountStock(app: Hono, stock: StockParts): void {
  app.route('/openverse', createOpenverse(stock))
  app.route('/pexels', createPexels(stock))
  app.route('/pixabay', createPixabay(stock))
  app.route('/stock-media', createStockMedia(stock.control))
}

/** The URLs of the sandbox for servers and browsers, and whether a request comes from this machine. */
function addresses({ publicUrl, browserUrl }: Pick<SandboxOptions, 'publicUrl' | 'browserUrl'>) {
  const origin = (c: Context) => publicUrl?.replace(/\/+$/, '') ?? new URL(c.req.url).origin
  const site = (c: Context) => browserUrl?.replace(/\/+$/, '') ?? origin(c)
  const isPublic = browserUrl !== undefined && !isOwnMachine(browserUrl)
  return { origin, site, isPublic, isNear: (c: Context) => !isPublic && isOwnMachine(c.req.url) }
}

/** Published posts, from a number on. */
function listLive(app: Hono, live: Live): void {
  app.get('/_control/live', (c) => {
    const after = Number(c.req.query('after') ?? 0)
    return c.json({ total: live.total(), posts: live.all().filter(({ number }) => number > after) })
  })
}

function serveFallback(app: Hono): void {
  app.onError((error, c) => {
    // A client that hangs up while sending gets no response, and there is nothing to log.
    if (c.req.raw.signal.aborted) return new Response(null, { status: 499 })
    process.stderr.write(`${c.req.method} ${c.req.path}: ${error.stack ?? error.message}\n`)
    return c.json({ error: 'The sandbox failed' }, 500)
  })
  app.notFound((c) => c.json({ error: 'Not part of the sandbox' }, 404))
}
