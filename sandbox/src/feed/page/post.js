import { audienceChip, avatar, chip, el, headline, icon, PLATFORMS, time } from './elements.js'
import { pages, picture } from './pages.js'

/** A post as its platform shows it: its element, and how its pictures are turned. */
export function postView(post) {
  return post.platform === 'tiktok' ? tiktokPost(post) : tumblrPost(post)
}

function article(post, ...children) {
  const { platform, account } = post
  return el(
    'article',
    { class: `post ${platform}`, 'aria-label': `${PLATFORMS[platform]}, ${account.name}: ${headline(post)}` },
    ...children,
  )
}

function chips(post) {
  const platform = chip(PLATFORMS[post.platform], { kind: `platform ${post.platform}` })
  return el('div', { class: 'chips' }, platform, audienceChip(post), post.disclosure && chip(post.disclosure, { name: 'tag' }))
}

function tiktokPost(post) {
  const { parts, account, cover, title, description, comments, notes, at } = post
  const photos = parts.find(({ kind }) => kind === 'pages')
  const carousel = photos && pages(photos.files, { label: `Pictures of ${account.name}`, cover })
  const videoPart = parts.find(({ kind }) => kind === 'video')
  const words = description && el('p', { class: 'words' }, description)
  const facts = [comments === null ? null : `Comments ${comments ? 'on' : 'off'}`, ...notes].filter(Boolean)
  const node = article(
    post,
    carousel?.node ?? (videoPart ? videoPlayer(videoPart.file, headline(post)) : el('p', { class: 'gone' }, 'Nothing arrived.')),
    chips(post),
    el(
      'div',
      { class: 'caption' },
      el('div', { class: 'who' }, avatar(account), el('div', {}, el('strong', {}, account.handle), time(at))),
      title && el('h2', {}, title),
      words,
      facts.length > 0 && el('p', { class: 'facts' }, facts.join(' · ')),
      carousel?.dots,
    ),
  )
  if (words) folded(words)
  return { node, turn: carousel?.turn ?? (() => undefined) }
}

/** Words beyond the third line are folded away, as on a phone. */
function folded(words) {
  const more = el('button', { type: 'button', class: 'more', 'aria-expanded': 'false', hidden: true }, 'more')
  more.addEventListener('click', () => {
    const isOpen = words.classList.toggle('open')
    more.textContent = isOpen ? 'less' : 'more'
    more.setAttribute('aria-expanded', String(isOpen))
  })
  words.after(more)
  new ResizeObserver(() => {
    if (!words.classList.contains('open')) more.hidden = words.scrollHeight <= words.clientHeight + 1
  }).observe(words)
}

function video({ url, type }, label) {
  if (!url || !type.startsWith('video/')) return el('p', { class: 'gone' }, 'The video is no longer kept.')
  return el('video', { src: url, controls: true, playsinline: true, preload: 'metadata', 'aria-label': label })
}

/** A video under a caption: a tap plays and stops it. */
function videoPlayer(file, label) {
  const player = video(file, label)
  if (player.tagName !== 'VIDEO') return player
  player.controls = false
  player.loop = true
  player.muted = true
  const tap = el('button', { type: 'button', class: 'tap' }, icon('play'))
  const sound = el('button', { type: 'button', class: 'round sound', 'aria-pressed': 'false', 'aria-label': 'Sound' }, icon('sound'))
  const note = () => {
    tap.toggleAttribute('data-paused', player.paused)
    tap.setAttribute('aria-label', player.paused ? 'Play' : 'Stop')
  }
  // A browser may refuse; then it stays stopped, and says so.
  tap.addEventListener('click', () => (player.paused ? player.play().catch(note) : player.pause()))
  sound.addEventListener('click', () => {
    player.muted = !player.muted
    sound.setAttribute('aria-pressed', String(!player.muted))
  })
  for (const event of ['play', 'pause']) player.addEventListener(event, note)
  note()
  return el('div', { class: 'video' }, player, tap, sound)
}

function tumblrPost(post) {
  const { parts, account, tags, at } = post
  const node = article(
    post,
    el(
      'header',
      { class: 'who' },
      avatar(account),
      el('div', {}, el('strong', {}, account.name), el('span', { class: 'where' }, account.handle, ' · ', time(at))),
    ),
    chips(post),
    el('div', { class: 'body' }, parts.map(block)),
    tags.length > 0 &&
      el(
        'ul',
        { class: 'tags', 'aria-label': 'Tags' },
        tags.map((tag) => el('li', {}, `#${tag}`)),
      ),
  )
  node.tabIndex = 0
  return { node, turn: () => undefined }
}

function block(part) {
  switch (part.kind) {
    case 'text':
      return el(part.isHeading ? 'h2' : 'p', { class: 'text' }, part.text)
    case 'link':
      return el('p', { class: 'text link' }, part.text)
    case 'video':
      return video(part.file, 'Video')
    default:
      return el(
        'div',
        { class: 'row' },
        part.files.map((file, at) =>
          el('figure', {}, picture(file, at), file.alt && el('span', { class: 'alt', title: file.alt, 'aria-hidden': 'true' }, 'ALT')),
        ),
      )
  }
}
