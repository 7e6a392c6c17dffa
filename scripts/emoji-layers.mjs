import svgpath from 'svgpath'

/** Opcodes of a flat outline, as in shared/src/shaping/outline.ts. */
const OPCODES = { M: 0, L: 1, Q: 2, C: 3, Z: 4 }

/** The color names that occur in the drawings, as hex: the painter knows hex only. */
const NAMES = { red: '#ff0000', green: '#008000', navy: '#000080', azure: '#f0ffff' }

function attributesOf(text) {
  return Object.fromEntries([...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
}

function circlePath(cx, cy, rx, ry) {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
}

function rectanglePath({ x = 0, y = 0, width, height, rx = 0, ry = rx }) {
  const [left, top, w, h, r, s] = [x, y, width, height, rx, ry].map(Number)
  const corner = (dx, dy) => (r > 0 ? `a${r} ${s} 0 0 1 ${dx} ${dy}` : '')
  return [
    `M${left + r} ${top}h${w - 2 * r}${corner(r, s)}v${h - 2 * s}${corner(-r, s)}`,
    `h${2 * r - w}${corner(-r, -s)}v${2 * s - h}${corner(r, -s)}Z`,
  ].join('')
}

function pathOf(tag, a) {
  if (tag === 'path') return a.d
  if (tag === 'line') return `M${a.x1} ${a.y1}L${a.x2} ${a.y2}`
  if (tag === 'polyline') return `M${a.points}`
  if (tag === 'polygon') return `M${a.points}Z`
  if (tag === 'rect') return rectanglePath(a)
  const rx = Number(tag === 'circle' ? a.r : a.rx)
  const ry = Number(tag === 'circle' ? a.r : a.ry)
  return circlePath(Number(a.cx), Number(a.cy), rx, ry)
}

/** SVG path data to flat numbers: absolute, without arcs and shorthands, three decimals of a 36 unit square. */
function outlineOf(d, transform) {
  const path = svgpath(d).transform(transform).abs().unarc().unshort().round(3)
  const numbers = []
  path.iterate((segment, _index, x, y) => {
    const [command, ...values] = segment
    const name = command === 'H' || command === 'V' ? 'L' : command
    const opcode = OPCODES[name]
    if (opcode === undefined) throw new Error(`Unknown path command ${command}`)
    const points = command === 'H' ? [values[0], y] : command === 'V' ? [x, values[0]] : values
    numbers.push(opcode, ...points.map((value) => Math.round(value * 1000) / 1000))
  })
  return numbers
}

function colorOf(name) {
  const color = (NAMES[name] ?? name).toLowerCase()
  if (/^#[0-9a-f]{3}$/.test(color)) return color.replace(/[0-9a-f]/g, '$&$&')
  if (!/^#[0-9a-f]{6}$/.test(color)) throw new Error(`Unknown color ${name}`)
  return color
}

/** Points along an outline: the ends of its segments, and three more on each curve. */
function pointsOf(numbers) {
  const points = []
  let last = [0, 0]
  for (let i = 0; i < numbers.length;) {
    const pairs = [1, 1, 2, 3, 0][numbers[i]]
    const controls = Array.from({ length: pairs }, (_, k) => [numbers[i + 1 + 2 * k], numbers[i + 2 + 2 * k]])
    if (pairs > 1) for (const t of [0.25, 0.5, 0.75]) points.push(pointOnCurve([last, ...controls], t))
    if (pairs > 0) {
      last = controls.at(-1)
      points.push(last)
    }
    i += 1 + 2 * pairs
  }
  return points
}

/** De Casteljau's construction, for curves of any degree. */
function pointOnCurve(controls, t) {
  if (controls.length === 1) return controls[0]
  const inner = controls.slice(1).map(([x, y], i) => [controls[i][0] * (1 - t) + x * t, controls[i][1] * (1 - t) + y * t])
  return pointOnCurve(inner, t)
}

/**
 * The clip shapes of this set are convex polygons which never cut anything visible: the frame of the drawing, or a
 * diamond round a face. So no layer has to clip, which this checks. Tolerance: a tenth of a unit.
 */
function assertInside(points, polygon) {
  const area = polygon.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = polygon[(i + 1) % polygon.length]
    return sum + x * nextY - nextX * y
  }, 0)
  for (const [i, [x0, y0]] of polygon.entries()) {
    const [x1, y1] = polygon[(i + 1) % polygon.length]
    const length = Math.sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2)
    if (length === 0) continue
    for (const [x, y] of points) {
      const distance = (((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / length) * Math.sign(area)
      if (distance < -0.1) throw new Error(`A clip shape cuts at ${x}, ${y}`)
    }
  }
}

/**
 * The drawing of one emoji as layers from back to front: `[color, opacity, even-odd 0|1, outline, stroke width?]`.
 * A layer with a stroke width is a stroke with round caps, the others are fills.
 */
export function emojiLayers(svg) {
  const layers = []
  const clips = new Map()
  const groups = [{}]
  let clipId = null
  for (const [, closing, tag, rest] of svg.matchAll(/<(\/?)([a-zA-Z]+)\b([^>]*)>/g)) {
    const own = attributesOf(rest)
    if (tag === 'clipPath') {
      clipId = closing ? null : own.id
      continue
    }
    if (tag === 'g') {
      if (closing) groups.pop()
      else groups.push({ ...groups.at(-1), ...own })
      continue
    }
    if (closing || tag === 'svg' || tag === 'defs') continue
    if (tag !== 'path' && tag !== 'circle' && tag !== 'ellipse') throw new Error(`Unknown element ${tag}`)
    const a = { ...groups.at(-1), ...own }
    const outline = outlineOf(pathOf(tag, a), a.transform ?? '')
    if (clipId !== null) {
      clips.set(`url(#${clipId})`, pathOf(tag, a))
      continue
    }
    if (a['clip-path']) assertInside(pointsOf(outline), pointsOf(outlineOf(clips.get(a['clip-path']), a.transform ?? '')))
    const opacity = Number(a.opacity ?? 1) * Number(a['fill-opacity'] ?? 1)
    if (a.stroke) layers.push([colorOf(a.stroke), opacity, 0, outline, Number(a['stroke-width'] ?? 1)])
    if (a.fill !== 'none') layers.push([colorOf(a.fill ?? '#000000'), opacity, a['fill-rule'] === 'evenodd' ? 1 : 0, outline])
  }
  if (layers.length === 0) throw new Error('The drawing is empty')
  return layers
}

/** Side of the square that icons are drawn in; emoji have 36 units. */
const ICON_SIDE = 24
const EMOJI_SIDE = 36

/** The drawing of an icon, `[tag, attributes]` for each stroke, as layers of an emoji. Color and width come from the box that shows it. */
export function iconLayers(nodes) {
  const scale = EMOJI_SIDE / ICON_SIDE
  return nodes.map(([tag, attributes]) => ['#000000', 1, 0, outlineOf(pathOf(tag, attributes), `scale(${scale})`), 2 * scale])
}

/** A key names an emoji by its code points without variation selectors, the way shared/src/shaping/emoji.ts looks it up. */
export function emojiKey(fileName) {
  return fileName
    .replace(/\.svg$/, '')
    .split('-')
    .filter((part) => part !== 'fe0f')
    .join('-')
}
