import { pick, type Random } from '../../random.ts'

/** A drawing of `width` x `height`, as the inside of an SVG. */
type Scene = (random: Random, width: number, height: number) => string

/** Colours of a sky from above to below, and of what stands before it. */
const PALETTES: readonly (readonly [top: string, bottom: string, near: string, accent: string])[] = [
  ['#1d3557', '#f4a261', '#16202f', '#ffe8c2'],
  ['#0b132b', '#3a506b', '#0a0f1e', '#f2f5ea'],
  ['#a8dadc', '#f1faee', '#457b9d', '#e63946'],
  ['#ffcdb2', '#ffb4a2', '#6d6875', '#fff4ec'],
  ['#cad2c5', '#84a98c', '#2f3e46', '#f6fff8'],
  ['#ede0d4', '#ddb892', '#7f5539', '#fffaf3'],
  ['#2b2d42', '#8d99ae', '#1a1b27', '#ef233c'],
  ['#ffafcc', '#bde0fe', '#6a4c93', '#fffdf7'],
]

const between = (random: Random, low: number, high: number) => Math.round(low + random() * (high - low))
const many = (count: number, draw: (at: number) => string) => Array.from({ length: count }, (_, at) => draw(at)).join('')

function sky(random: Random, width: number, height: number) {
  const [top, bottom, near, accent] = pick(random, PALETTES)
  const fill = `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#sky)"/>`
  const sun = `<circle cx="${between(random, 0.2 * width, 0.8 * width)}" cy="${between(random, 0.15 * height, 0.45 * height)}" r="${between(random, 0.05 * width, 0.12 * width)}" fill="${accent}" opacity=".9"/>`
  return { fill, sun, near, accent, bottom, top }
}

/** A line of hills from left to right around `level`, closed below. */
function ridge(
  random: Random,
  [width, height]: readonly [number, number],
  { level, rise, steps }: { level: number; rise: number; steps: number },
): string {
  const points = Array.from(
    { length: steps + 1 },
    (_, at) => [Math.round((at * width) / steps), Math.round(level - random() * rise)] as const,
  )
  const line = points.map(([x, y], at) => {
    const [fromX, fromY] = points[at - 1] ?? [x, y]
    const middle = Math.round((fromX + x) / 2)
    return at === 0 ? `M0 ${y}` : `C${middle} ${fromY} ${middle} ${y} ${x} ${y}`
  })
  return `${line.join('')}V${height}H0Z`
}

const layered =
  ({ rise, steps, layers }: { rise: number; steps: number; layers: number }): Scene =>
  (random, width, height) => {
    const { fill, sun, near } = sky(random, width, height)
    const hills = many(layers, (at) => {
      const level = height * (0.5 + (0.45 * at) / layers)
      return `<path d="${ridge(random, [width, height], { level, rise: rise * height, steps })}" fill="${near}" opacity="${(0.35 + (0.65 * (at + 1)) / layers).toFixed(2)}"/>`
    })
    return fill + sun + hills
  }

const sea: Scene = (random, width, height) => {
  const { fill, sun, near, accent } = sky(random, width, height)
  const horizon = height * 0.58
  const glints = many(40, (at) => {
    const y = Math.round(horizon + (height - horizon) * ((at + 1) / 41))
    const length = between(random, 0.04 * width, 0.3 * width)
    return `<rect x="${between(random, 0, width - length)}" y="${y}" width="${length}" height="${Math.max(2, Math.round(height / 400))}" fill="${accent}" opacity="${(0.1 + random() * 0.4).toFixed(2)}"/>`
  })
  return `${fill}${sun}<rect y="${Math.round(horizon)}" width="${width}" height="${height}" fill="${near}"/>${glints}`
}

const waves: Scene = (random, width, height) => {
  const { fill, top, bottom, accent } = sky(random, width, height)
  const rows = many(9, (at) => {
    const path = ridge(random, [width, height], { level: height * (0.2 + at * 0.09), rise: height * 0.07, steps: 7 })
    return `<path d="${path}" fill="${at % 2 === 0 ? top : bottom}" stroke="${accent}" stroke-opacity=".35" stroke-width="${Math.round(width / 250)}"/>`
  })
  return fill + rows
}

const forest: Scene = (random, width, height) => {
  const { fill, near } = sky(random, width, height)
  const trees = many(34, (at) => {
    const x = between(random, -0.05 * width, 1.02 * width)
    const tall = between(random, 0.35 * height, 0.8 * height) * (0.5 + at / 68)
    const wide = tall * 0.22
    const base = height * (0.85 + (0.15 * at) / 34)
    return `<path d="M${x} ${Math.round(base - tall)}l${Math.round(wide / 2)} ${Math.round(tall)}h${Math.round(-wide)}z" fill="${near}" opacity="${(0.25 + (0.7 * at) / 34).toFixed(2)}"/>`
  })
  return fill + trees
}

const city: Scene = (random, width, height) => {
  const { fill, sun, near, accent } = sky(random, width, height)
  const houses = many(14, (at) => {
    const wide = Math.round(width / 14) + 2
    const tall = between(random, 0.2 * height, 0.62 * height)
    const x = Math.round((at * width) / 14)
    const windows = many(between(random, 6, 22), () => {
      const [wx, wy] = [x + between(random, 6, Math.max(7, wide - 16)), height - between(random, 20, tall - 10)]
      return `<rect x="${wx}" y="${wy}" width="${Math.round(width / 110)}" height="${Math.round(width / 80)}" fill="${accent}" opacity="${(0.4 + random() * 0.6).toFixed(2)}"/>`
    })
    return `<rect x="${x}" y="${height - tall}" width="${wide}" height="${tall}" fill="${near}"/>${windows}`
  })
  return fill + sun + houses
}

const stars: Scene = (random, width, height) => {
  const points = many(
    260,
    () =>
      `<circle cx="${between(random, 0, width)}" cy="${between(random, 0, height)}" r="${(random() * width * 0.0035 + 0.6).toFixed(1)}" fill="#fff" opacity="${(0.3 + random() * 0.7).toFixed(2)}"/>`,
  )
  const hill = ridge(random, [width, height], { level: height * 0.94, rise: height * 0.1, steps: 6 })
  const glow = pick(random, ['#27406b', '#3a2f5b', '#1f4a4f'])
  return `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#050814"/><stop offset="1" stop-color="${glow}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#sky)"/>${points}<path d="${hill}" fill="#04060d"/>`
}

const shapes: Scene = (random, width, height) => {
  const [a, b, c, d] = pick(random, PALETTES)
  const parts = many(9, (at) => {
    const fill = [a, c, d][at % 3]
    const [x, y, size] = [between(random, 0, width), between(random, 0, height), between(random, 0.08 * width, 0.35 * width)]
    const turn = `transform="rotate(${between(random, 0, 90)} ${x} ${y})"`
    return at % 2 === 0
      ? `<circle cx="${x}" cy="${y}" r="${size}" fill="${fill}" opacity=".85"/>`
      : `<rect x="${x}" y="${y}" width="${size}" height="${size * 2}" fill="${fill}" opacity=".85" ${turn}/>`
  })
  return `<rect width="${width}" height="${height}" fill="${b}"/>${parts}`
}

const plants: Scene = (random, width, height) => {
  const [, wall] = pick(random, PALETTES)
  const leaves = many(26, () => {
    const angle = between(random, -85, 85)
    const long = between(random, 0.25 * height, 0.6 * height)
    const green = pick(random, ['#2d6a4f', '#40916c', '#1b4332', '#52b788'])
    const [x, y] = [Math.round(width / 2), Math.round(height * 0.78)]
    return `<path transform="rotate(${angle} ${x} ${y})" d="M${x} ${y}q${Math.round(-long * 0.18)} ${Math.round(-long * 0.5)} 0 ${-long}q${Math.round(long * 0.18)} ${Math.round(long * 0.5)} 0 ${long}z" fill="${green}" opacity=".9"/>`
  })
  const pot = `<path d="M${Math.round(width * 0.36)} ${Math.round(height * 0.74)}H${Math.round(width * 0.64)}L${Math.round(width * 0.59)} ${height}H${Math.round(width * 0.41)}Z" fill="#b5651d"/>`
  return `<rect width="${width}" height="${height}" fill="${wall}"/>${leaves}${pot}`
}

const cups: Scene = (random, width, height) => {
  const [, table, drink, cloth] = pick(random, PALETTES)
  const plates = many(between(random, 2, 5), () => {
    const [x, y, r] = [
      between(random, 0.1 * width, 0.9 * width),
      between(random, 0.1 * height, 0.9 * height),
      between(random, 0.1 * width, 0.22 * width),
    ]
    return `<g transform="translate(${x} ${y})"><ellipse cx="${Math.round(r * 0.08)}" cy="${Math.round(r * 0.1)}" rx="${r}" ry="${r}" opacity=".18"/><circle r="${r}" fill="#fdfcf9"/><circle r="${Math.round(r * 0.72)}" fill="#f1ede5"/><circle r="${Math.round(r * 0.5)}" fill="${drink}"/></g>`
  })
  const napkin = `<rect x="${between(random, 0, 0.5 * width)}" y="${between(random, 0, 0.6 * height)}" width="${Math.round(width * 0.45)}" height="${Math.round(height * 0.3)}" fill="${cloth}" opacity=".8" transform="rotate(${between(random, -12, 12)} ${Math.round(width / 2)} ${Math.round(height / 2)})"/>`
  return `<rect width="${width}" height="${height}" fill="${table}"/>${napkin}${plates}`
}

const gradient: Scene = (random, width, height) => {
  const [a, b, c, d] = pick(random, PALETTES)
  const spots = [a, c, d].map((colour, at) => {
    const spot = `<radialGradient id="g${at}"><stop stop-color="${colour}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`
    const circle = `<circle cx="${between(random, 0, width)}" cy="${between(random, 0, height)}" r="${between(random, 0.5 * width, 1.1 * width)}" fill="url(#g${at})"/>`
    return [spot, circle] as const
  })
  return `<defs>${spots.map(([spot]) => spot).join('')}</defs><rect width="${width}" height="${height}" fill="${b}"/>${spots.map(([, circle]) => circle).join('')}`
}

export const SCENES = {
  sea,
  waves,
  forest,
  city,
  stars,
  shapes,
  plants,
  cups,
  gradient,
  hills: layered({ rise: 0.12, steps: 4, layers: 4 }),
  dunes: layered({ rise: 0.2, steps: 2, layers: 3 }),
  mountains: layered({ rise: 0.34, steps: 9, layers: 4 }),
} satisfies Record<string, Scene>

export type SceneName = keyof typeof SCENES
