import { audienceChip, chip, el, headline, icon, PLACEMENTS, PLATFORMS } from './elements.js'

/** A post: on a page of paper that is read, or over a picture that fills the phone. */
export function article({ post, look }, ...children) {
  const { platform, account } = post
  return el(
    'article',
    { class: `post ${platform} ${look}`, 'aria-label': `${PLATFORMS[platform]}, ${account.name}: ${headline(post)}` },
    ...children,
  )
}

export function chips(post) {
  const { platform, placement, disclosure } = post
  const place = PLACEMENTS[placement]
  return el(
    'div',
    { class: 'chips' },
    chip(PLATFORMS[platform], { kind: `platform ${platform}` }),
    audienceChip(post),
    place && chip(place),
    disclosure && chip(disclosure, { name: 'tag' }),
  )
}

/** Words beyond the third line are folded away, as on a phone. */
export function folded(words) {
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

export function video({ url, type }, label) {
  if (!url || !type.startsWith('video/')) return el('p', { class: 'gone' }, 'The video is no longer kept.')
  return el('video', { src: url, controls: true, playsinline: true, preload: 'metadata', 'aria-label': label })
}

/** A video under a caption: a tap plays and stops it. */
export function videoPlayer(file, label) {
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
