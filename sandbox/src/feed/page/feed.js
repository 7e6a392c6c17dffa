import { audienceChip, el, filesOf, headline, icon, PLATFORMS, shortTime, time } from './elements.js'
import { reduced } from './pages.js'
import { postView } from './post.js'
import { platformFacts, postFacts } from './received.js'

const at = (id) => document.getElementById(id)
const [reel, rail, pill, said, sheet] = ['reel', 'rail', 'pill', 'said', 'sheet'].map(at)
/** An address of one post shows that one alone. */
const alone = /^\/live\/([a-z]+)\/([^/]+)$/.exec(location.pathname)
const filters = [...at('filters').children]

let filter = 'all'
/** The posts of the reel, newest first, with their elements. */
let shown = []
let before = null
let current = 0
let isLoading = false
/** Posts that came while an older one was looked at. */
let unseen = 0

async function json(path) {
  const reply = await fetch(path)
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
  return reply.json()
}

async function load(from = null) {
  if (alone) {
    const { post } = await json(`/feed/posts/${alone[1]}/${alone[2]}`)
    return { posts: post ? [post] : [], before: null }
  }
  const query = new URLSearchParams(filter === 'waiting' ? { shelf: 'waiting' } : filter === 'all' ? {} : { platform: filter })
  if (from !== null) query.set('before', from)
  return json(`/feed/posts?${query}`)
}

const keyOf = ({ platform, id }) => `${platform}/${id}`

/** Existing posts keep their elements, and with them the displayed image. */
function viewOf(post) {
  const text = JSON.stringify(post)
  const known = shown.find(({ key }) => key === keyOf(post))
  return known?.text === text ? known : { key: keyOf(post), text, post, ...postView(post) }
}

function place(posts) {
  const looked = shown[current]?.key
  shown = posts.map(viewOf)
  reel.replaceChildren(...(shown.length > 0 ? shown.map(({ node }) => node) : [empty()]))
  const stays = shown.findIndex(({ key }) => key === looked)
  listRail()
  goTo(Math.max(stays, 0), 'instant')
  tellOf(Math.max(stays, 0))
}

async function refresh() {
  const page = await load()
  const fresh = page.posts.filter((post) => !shown.some(({ key }) => key === keyOf(post)))
  const isAtTop = current === 0
  const isFirst = shown.length === 0
  // Pages that were loaded by scrolling stay.
  const last = page.posts.at(-1)
  const rest =
    page.before === null || !last ? [] : shown.slice(shown.findIndex(({ key }) => key === keyOf(last)) + 1).map(({ post }) => post)
  if (rest.length === 0) before = page.before
  place([...page.posts, ...rest])
  if (isFirst || fresh.length === 0) return
  unseen += fresh.length
  const words = unseen === 1 ? '1 new post' : `${unseen} new posts`
  said.textContent = words
  if (isAtTop) goTo(0)
  else Object.assign(pill, { hidden: false, textContent: words })
}

async function more() {
  if (before === null || isLoading || alone) return
  isLoading = true
  const page = await load(before).finally(() => (isLoading = false))
  before = page.before
  const known = new Set(shown.map(({ key }) => key))
  const further = page.posts.filter((post) => !known.has(keyOf(post))).map(viewOf)
  shown.push(...further)
  reel.append(...further.map(({ node }) => node))
  listRail()
  tellOf(current)
}

function goTo(number, behavior = 'smooth') {
  const to = shown[Math.min(Math.max(number, 0), shown.length - 1)]
  reel.scrollTo({ top: to ? to.node.offsetTop : 0, behavior: reduced() ? 'instant' : behavior })
}

/** Which post is looked at, and what depends on it. */
function note() {
  const middle = reel.scrollTop + reel.clientHeight / 2
  const found = Math.max(
    shown.findLastIndex(({ node }) => node.offsetTop <= middle),
    0,
  )
  if (found !== current) tellOf(found)
}

function tellOf(number) {
  current = number
  const post = shown[current]?.post
  if (current === 0) [unseen, pill.hidden] = [0, true]
  at('newer').disabled = current === 0
  at('older').disabled = current >= shown.length - 1
  at('details').hidden = !post
  at('post-facts').replaceChildren(...postFacts(post))
  for (const [one, button] of [...rail.querySelectorAll('button')].entries()) button.setAttribute('aria-current', String(one === current))
  for (const [one, { node }] of shown.entries()) play(node, one === current)
  if (current >= shown.length - 3) void more().catch(() => undefined)
}

function play(node, isLookedAt) {
  const video = node.querySelector('video')
  if (!video || video.dataset.on === String(isLookedAt)) return
  video.dataset.on = String(isLookedAt)
  // A browser may refuse to begin by itself; there are controls.
  if (isLookedAt && !reduced()) video.play().catch(() => undefined)
  else video.pause()
}

function listRail() {
  rail.replaceChildren(
    ...shown.map(({ post }, number) => {
      const [file] = filesOf(post)
      const thumb =
        file?.url && file.type.startsWith('image/')
          ? el('img', { src: file.url, alt: '', loading: 'lazy' })
          : el('i', { class: 'thumb' }, icon(file ? 'play' : 'comments'))
      const words = el(
        'span',
        { class: 'words' },
        el('b', {}, headline(post)),
        el('span', {}, el('i', { class: `dot ${post.platform}` }), `${PLATFORMS[post.platform]} · ${post.account.handle}`),
        time(post.at),
      )
      const chip = post.state === 'out' && post.audience === 'everyone' ? null : audienceChip(post)
      return el('li', {}, el('button', { type: 'button', onclick: () => goTo(number) }, thumb, words, chip))
    }),
  )
}

function empty() {
  const words = alone
    ? ['This post is not here', 'It was deleted, or the sandbox restarted. Posts are in memory only.']
    : filter === 'waiting'
      ? ['Nothing waits', 'Drafts, queued posts and drafts in TikTok’s inbox appear here until they are published.']
      : ['Nothing has gone live yet', 'Schedule a post to a connected sandbox account. The moment it goes out, it is here.']
  const ghosts = el('div', { class: 'ghosts', 'aria-hidden': 'true' }, el('i'), el('i'), el('i'))
  return el('div', { class: 'empty' }, ghosts, el('h2', {}, words[0]), el('p', {}, words[1]))
}

async function tellState() {
  const state = await json('/feed/state')
  at('platform-facts').replaceChildren(...platformFacts(state))
  at('waiting').hidden = !state.isNear
  if (!state.isNear) at('about').textContent = 'Sandbox: what everyone may see'
  Object.assign(at('waiting-count'), { textContent: state.waiting, hidden: state.waiting === 0 })
}

let isUpdating = false
let isStale = false
/** One after the other: however much changes meanwhile, it is looked at once more. */
async function update() {
  isStale = true
  if (isUpdating) return
  isUpdating = true
  while (isStale) {
    isStale = false
    // The sandbox stopped: the next event comes after a restart.
    await Promise.all([refresh(), tellState()]).catch(() => undefined)
  }
  isUpdating = false
}

for (const button of filters) {
  button.addEventListener('click', () => {
    filter = button.dataset.filter
    for (const other of filters) other.setAttribute('aria-pressed', String(other === button))
    ;[shown, before, current] = [[], null, 0]
    void update()
  })
}
reel.addEventListener('scroll', note, { passive: true })
pill.addEventListener('click', () => goTo(0))
at('newer').addEventListener('click', () => goTo(current - 1))
at('older').addEventListener('click', () => goTo(current + 1))
document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || sheet.open) return
  if (event.target.closest?.('video, summary')) return
  const moves = {
    ArrowLeft: () => shown[current]?.turn(-1),
    ArrowRight: () => shown[current]?.turn(1),
    ArrowUp: () => goTo(current - 1),
    ArrowDown: () => goTo(current + 1),
  }
  const move = moves[event.key]
  // A long post is read to its end before the next one.
  const reads = event.target.closest?.('.post.paper')
  if (!move || (reads && reads.scrollHeight > reads.clientHeight && event.key.match(/Up|Down/))) return
  event.preventDefault()
  move()
})

/** On a phone the details are a sheet, elsewhere a panel next to the post. */
const narrow = matchMedia('(max-width: 719px)')
function placeFacts() {
  if (!narrow.matches) sheet.close()
  ;(narrow.matches ? sheet : at('side')).append(at('received'))
}
narrow.addEventListener('change', placeFacts)
placeFacts()
at('details').addEventListener('click', () => sheet.showModal())
at('close').addEventListener('click', () => sheet.close())
sheet.addEventListener('click', (event) => event.target === sheet && sheet.close())
new ResizeObserver(() => goTo(current, 'instant')).observe(reel)

if (alone) {
  at('filters').hidden = true
  at('all').hidden = false
  document.body.classList.add('single')
}
new EventSource('/feed/events').addEventListener('changed', () => void update())
setInterval(() => {
  for (const one of document.querySelectorAll('time')) one.textContent = shortTime(Date.parse(one.dateTime))
  if (!document.hidden) void tellState().catch(() => undefined)
}, 15_000)
void update()
