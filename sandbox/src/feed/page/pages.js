import { el, icon } from './elements.js'

/** Above this many pages, dots become segments of a line. */
const DOTS_MAX = 12

/** Pictures one behind the other: swiped by touch, dragged by mouse, turned by arrow keys, buttons and dots. */
export function pages(files, { label, cover }) {
  const slides = files.map((file, at) => el('li', { 'aria-label': `${at + 1} of ${files.length}` }, picture(file, at), altMark(file)))
  const strip = el('ol', { class: 'pages', tabindex: '0', 'aria-label': label }, slides)
  const dots = files.map((_file, at) =>
    el('button', { type: 'button', 'aria-label': `Picture ${at + 1} of ${files.length}`, onclick: () => show(at) }, el('i')),
  )
  const counter = el('span', { class: 'counter', 'aria-hidden': 'true' })
  const previous = turner('left', 'Previous picture', () => show(current - 1))
  const next = turner('right', 'Next picture', () => show(current + 1))
  let current = 0

  function show(at, behavior = 'smooth') {
    const to = Math.min(Math.max(at, 0), files.length - 1)
    strip.scrollTo({ left: to * strip.clientWidth, behavior: reduced() ? 'instant' : behavior })
  }
  function note() {
    const at = strip.clientWidth > 0 ? Math.round(strip.scrollLeft / strip.clientWidth) : current
    current = Math.min(Math.max(at, 0), files.length - 1)
    dots.forEach((dot, number) => dot.toggleAttribute('data-on', number === current))
    dots.forEach((dot, number) => dot.setAttribute('aria-current', String(number === current)))
    counter.textContent = `${current + 1}/${files.length}`
    previous.hidden = current === 0
    next.hidden = current === files.length - 1
  }
  strip.addEventListener('scroll', note, { passive: true })
  drag(strip, () => show(Math.round(strip.scrollLeft / strip.clientWidth)))
  note()
  // The cover is what is seen first.
  if (cover > 0) new ResizeObserver((_seen, watching) => (show(cover, 'instant'), watching.disconnect())).observe(strip)
  const many = files.length > 1
  const node = el('div', { class: 'carousel' }, strip, many && [counter, previous, next].filter(Boolean))
  const line = many
    ? el('div', { class: files.length > DOTS_MAX ? 'dots line' : 'dots', role: 'group', 'aria-label': 'Pictures' }, dots)
    : null
  return { node, dots: line, turn: (by) => show(current + by) }
}

/** A mark of an alternative text, which readers of screens get with the picture. */
export function altMark({ alt }) {
  return alt && el('span', { class: 'alt', title: alt, 'aria-hidden': 'true' }, 'ALT')
}

export function picture({ url, alt, width, height }, at = 0) {
  if (!url) return el('p', { class: 'gone' }, 'The picture is no longer kept.')
  return el('img', {
    src: url,
    alt: alt || `Picture ${at + 1}`,
    width,
    height,
    loading: at === 0 ? 'eager' : 'lazy',
    decoding: 'async',
    draggable: 'false',
  })
}

function turner(name, label, onclick) {
  return el('button', { type: 'button', class: `round turn ${name}`, 'aria-label': label, onclick }, icon(name))
}

export function reduced() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** A mouse drags the strip as a finger does. */
function drag(strip, done) {
  let from = null
  strip.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return
    from = { x: event.clientX, left: strip.scrollLeft }
    strip.setPointerCapture(event.pointerId)
    strip.classList.add('dragged')
  })
  strip.addEventListener('pointermove', (event) => {
    if (from) strip.scrollLeft = from.left + from.x - event.clientX
  })
  const end = () => {
    if (!from) return
    from = null
    done()
    strip.classList.remove('dragged')
  }
  strip.addEventListener('pointerup', end)
  strip.addEventListener('pointercancel', end)
}
