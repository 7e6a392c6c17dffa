import { type Rgb, add, blend, clamp, ease, light, mix, ramp, scale } from '../colour.ts'
import { type Film, TALL, blurFilm, expose, newFilm, sampleFilm } from '../film.ts'
import { drawMask, layOver } from '../mask.ts'
import { type Field, noiseFrom, randomFrom } from '../noise.ts'
import { stampDisc } from '../stamp.ts'
import { layBean } from './bean.ts'

function planks(noise: { grain: Field; broad: Field }, tint: Rgb): (x: number, y: number) => Rgb {
  const { grain, broad } = noise
  return (x, y) => {
    const board = Math.floor(x * 3.1 + 0.4)
    const within = x * 3.1 + 0.4 - board
    const rings = Math.sin((x * 26 + broad(x * 2 + board * 9, y * 0.5) * 9 + board * 4) * 2.2) * 0.1
    const fibre = grain(x * 90 + board * 31, y * 2.2) * 0.2 + grain(x * 14 + board * 17, y * 0.8) * 0.24
    const gap = ease(0.012, 0.004, Math.min(within, 1 - within))
    return scale(tint, (0.85 + rings + fibre + (Math.sin(board * 12.9) * 0.5 + 0.5) * 0.2) * (1 - gap * 0.85))
  }
}

/** A cup of coffee from above, in the light of a window. */
export function coffeeFromAbove(film: Film, seed: number): Film {
  const noise = noiseFrom(seed)
  const random = randomFrom(seed)
  const foam = noise.fractal({ octaves: 4 })
  const wood = planks({ grain: noise.fractal({ octaves: 3 }), broad: noise.fractal({ octaves: 2 }) }, light('#6b4128'))
  const cup = { x: 0.53, y: 1.06 }
  const shadow = drawMask(
    270,
    (context) => {
      context.beginPath()
      context.arc(cup.x + 0.05, cup.y + 0.06, 0.335, 0, Math.PI * 2)
      context.fill()
    },
    0.035,
  )
  const window = drawMask(
    270,
    (context) => {
      context.transform(1, 0.5, -0.62, 1, 0.5, 0)
      for (let row = 0; row < 3; row += 1)
        for (let column = 0; column < 2; column += 1) context.fillRect(-0.15 + column * 0.52, row * 0.6 - 0.15, 0.48, 0.56)
    },
    0.016,
  )
  const china = light('#efe6da')
  const round = (x: number, y: number, slope: number): number => {
    // Light from the upper left: how much a surface that rises outwards by `slope` turns to it.
    const away = Math.hypot(x - cup.x, y - cup.y) + 1e-6
    const facing = ((x - cup.x) * 0.62 + (y - cup.y) * 0.78) / away
    return 0.62 + 0.4 * facing * slope
  }
  const crema = ramp([0, '#2a1209'], [0.45, '#6b3413'], [0.75, '#b8763a'], [1, '#ead0a4'])
  expose(film, (x, y) => {
    const sun = 0.22 + window(x, y) * 0.95
    const distance = Math.hypot(x - cup.x, y - cup.y)
    const ground = scale(wood(x, y), sun * (1 - shadow(x, y) * 0.82))
    const rim = (at: number, width: number): number => Math.exp(-(((distance - at) / width) ** 2))
    const edge = (at: number): number => clamp((at - distance) * film.width + 0.5)
    let colour = blend(ground, scale(china, round(x, y, 0.55) * sun * 0.9 + rim(0.318, 0.006) * 0.25), edge(0.325))
    const inner = Math.exp(-(((Math.hypot(x - cup.x - 0.035, y - cup.y - 0.04) - 0.19) / 0.05) ** 2)) * 0.5
    colour = scale(colour, 1 - (distance < 0.325 ? inner : 0))
    colour = blend(colour, scale(china, sun * (round(x, y, -0.3) + rim(0.214, 0.004) * 0.4)), edge(0.22))
    colour = blend(colour, scale(china, sun * round(x, y, 0.9) * 0.72), edge(0.206))
    const angle = Math.atan2(y - cup.y, x - cup.x)
    const swirl = foam(Math.cos(angle + distance * 16) * distance * 14, Math.sin(angle + distance * 16) * distance * 14)
    const bubbles = ease(0.172, 0.19, distance + foam(x * 50, y * 50) * 0.012)
    const coffee = scale(crema(clamp(0.42 + swirl * 0.42 + bubbles * 0.4)), sun * (0.72 + foam(x * 90, y * 90) * 0.08))
    const cast = ease(0.02, -0.05, (x - cup.x) * 0.62 + (y - cup.y) * 0.78 + 0.125) * 0.65
    colour = blend(colour, scale(coffee, 1 - cast), edge(0.19))
    const glint = Math.exp(-(((distance - 0.155) / 0.016) ** 2)) * ease(0.75, 1, -Math.cos(angle - 2.3) * -1) * 0.3
    return add(colour, [glint * sun, glint * sun, glint * sun])
  })
  const handle = drawMask(720, (context) => {
    context.lineWidth = 0.05
    context.beginPath()
    context.moveTo(cup.x + 0.215, cup.y - 0.085)
    context.lineTo(cup.x + 0.29, cup.y - 0.117)
    context.stroke()
  })
  layOver(film, handle, (x, y) => {
    const across = ((x - cup.x) * 0.43 + (y - cup.y) * 0.9) / 0.02
    return scale(china, (0.22 + window(x, y) * 0.95) * clamp(0.72 - Math.abs(across + 0.9) * 0.25, 0.35, 0.9))
  })
  for (let i = 0; i < 19; i += 1) {
    const where = { x: 0.06 + random() * 0.36, y: 1.5 + random() * 0.22, turn: random() * 6.28, size: 0.021 + random() * 0.004 }
    layBean(film, where, 0.22 + window(where.x, where.y) * 0.95)
  }
  return film
}

/** A cup against the light, steam rising. */
export function steamingCup(film: Film, seed: number): Film {
  const random = randomFrom(seed)
  const noise = noiseFrom(seed)
  const flow = noise.fractal({ octaves: 3 })
  const thread = noise.fractal({ octaves: 4, gain: 0.55 })
  const grain = noise.fractal({ octaves: 4 })
  const table = 1.5
  const back = expose(newFilm(270), (x, y) => {
    const glow = Math.exp(-Math.hypot((x - 0.72) * 0.9, (y - 0.72) * 0.6) / 0.3)
    return add(light('#10151a'), scale(light('#ffb870'), glow * 0.55))
  })
  for (let i = 0; i < 22; i += 1) {
    stampDisc(back, {
      x: 0.35 + random() * 0.75,
      y: 0.3 + random() * 0.95,
      radius: 0.03 + random() * 0.06,
      colour: scale(light('#ffc27a'), 0.02 + random() * 0.1),
      edge: 0.2,
      rim: 1.5,
    })
  }
  blurFilm(back, 0.005)
  const cup = { x: 0.44, top: 1.14, foot: 1.54, half: 0.2 }
  expose(film, (x, y) => {
    if (y >= table) {
      const depth = (y - table) / (TALL - table)
      const wood = 0.75 + 0.25 * grain(x * 2, y * 42) + 0.1 * grain(x * 10, y * 160)
      const lit = Math.exp(-(((x - 0.72 - depth * 0.06) / 0.42) ** 2)) * mix(1, 0.4, depth)
      const shadow = Math.exp(-(((x - cup.x + 0.08 + depth * 0.3) / 0.2) ** 2)) * ease(1, 0.1, depth) * 0.8
      return scale(light('#a8693c'), wood * (0.05 + lit * 0.62) * (1 - shadow))
    }
    const up = (cup.top - y) / 0.85
    const colour = sampleFilm(back, x, y)
    if (up < -0.02 || up > 1.1) return colour
    const sway = flow(3, y * 1.6) * 0.3 * up
    const wx = x + sway + flow(x * 3, y * 2.2) * 0.16
    const wy = y + flow(x * 3 + 4, y * 2.2) * 0.18
    const strand = (1 - Math.abs(thread(wx * 4.2, wy * 2))) ** 5
    const column = Math.exp(-(((x + sway - cup.x) / (0.085 + up * 0.12)) ** 2))
    const steam = column * (strand * 0.8 + 0.14) * ease(-0.02, 0.12, up) * ease(1.05, 0.25, up)
    const backlight = 0.3 + 0.7 * Math.exp(-Math.hypot(x - 0.72, (y - 0.75) * 0.7) / 0.4)
    return add(colour, scale(light('#ffe6c8'), steam * 0.55 * backlight))
  })
  const body = drawMask(720, (context) => {
    context.beginPath()
    context.moveTo(cup.x - cup.half, cup.top)
    context.bezierCurveTo(cup.x - cup.half, 1.4, cup.x - 0.15, 1.53, cup.x - 0.09, cup.foot)
    context.lineTo(cup.x + 0.09, cup.foot)
    context.bezierCurveTo(cup.x + 0.15, 1.53, cup.x + cup.half, 1.4, cup.x + cup.half, cup.top)
    context.ellipse(cup.x, cup.top, cup.half, 0.024, 0, 0, Math.PI, true)
    context.fill()
    context.lineWidth = 0.026
    context.beginPath()
    context.ellipse(cup.x - cup.half - 0.012, 1.26, 0.075, 0.085, 0.2, 0, Math.PI * 2)
    context.stroke()
  })
  layOver(film, body, (x, y) => {
    const across = (x - cup.x) / cup.half
    const rim = ease(0.5, 1, across) ** 1.6 * ease(1.56, 1.3, y)
    const lip = ease(0.014, 0.003, Math.abs(y - cup.top + 0.024 * Math.sqrt(Math.max(0, 1 - across * across)))) * ease(-0.6, 0.8, across)
    const bounce = ease(1.46, 1.56, y) * 0.03
    return add(scale(light('#2a3336'), 0.55 + across * 0.25), scale(light('#ffc88a'), rim * 0.85 + lip * 0.7 + bounce))
  })
  return film
}

/** A blank card on linen, with the shadow of a twig. */
export function linenCard(film: Film, seed: number): Film {
  const noise = noiseFrom(seed)
  const random = randomFrom(seed)
  const folds = noise.fractal({ octaves: 3, gain: 0.35 })
  const rough = noise.fractal({ octaves: 3, gain: 0.6 })
  const card = { left: 0.2, top: 0.52, width: 0.6, height: 0.78 }
  const rectangle = (dx: number, dy: number, blur: number) =>
    drawMask(
      540,
      (context) => {
        context.translate(0.5, 0.9)
        context.rotate(-0.045)
        context.translate(-0.5 + dx, -0.9 + dy)
        context.fillRect(card.left, card.top, card.width, card.height)
      },
      blur,
    )
  const sheet = rectangle(0, 0, 0)
  const shadow = rectangle(0.014, 0.02, 0.016)
  const twigs = drawMask(
    270,
    (context) => {
      for (const [x, y, turn] of [
        [1.04, 0.1, 2.45],
        [1.1, 0.62, 2.75],
        [0.72, -0.1, 2.0],
      ] as const)
        drawTwig(context, { x, y, turn, random })
    },
    0.011,
  )
  const cloth = light('#b9a68d')
  return expose(film, (x, y) => {
    const shade = 1 - twigs(x, y) * 0.5
    const fall = mix(1.12, 0.62, ease(-0.1, 1.9, x * 0.35 + y))
    const at = folds(x * 1.5 + y * 0.5, y * 0.9)
    const slope = (folds(x * 1.5 + 0.012 + y * 0.5, y * 0.9 + 0.008) - at) * 8
    const warp = Math.sin((x + at * 0.03) * 640 + rough(x * 9, y * 60) * 2.2) * 0.5 + 0.5
    const weft = Math.sin((y + at * 0.03) * 640 + rough(x * 60, y * 9) * 2.2) * 0.5 + 0.5
    const weave = 0.8 + 0.12 * warp + 0.12 * weft + rough(x * 34, y * 150) * 0.07 + rough(x * 150, y * 34) * 0.07
    const linen = scale(cloth, weave * (0.86 - slope) * fall * (1 - shadow(x, y) * 0.55) * shade)
    const tooth = 1 + rough(x * 80, y * 80) * 0.035
    const paper = scale(light('#f6efe4'), 0.94 * fall * tooth * shade)
    return blend(linen, paper, sheet(x, y))
  })
}

function drawTwig(
  context: Parameters<Parameters<typeof drawMask>[1]>[0],
  twig: { x: number; y: number; turn: number; random: () => number },
): void {
  let { x, y, turn } = twig
  for (let i = 0; i < 15; i += 1) {
    const nextX = x + Math.cos(turn) * 0.05
    const nextY = y + Math.sin(turn) * 0.05
    context.lineWidth = 0.006
    context.beginPath()
    context.moveTo(x, y)
    context.lineTo(nextX, nextY)
    context.stroke()
    for (const side of [-1, 1]) {
      const size = 0.05 * (1 - i / 22)
      const out = turn + side * (0.8 + twig.random() * 0.4)
      context.beginPath()
      context.ellipse(x + Math.cos(out) * size * 0.9, y + Math.sin(out) * size * 0.9, size, size * 0.55, out, 0, Math.PI * 2)
      context.fill()
    }
    x = nextX
    y = nextY
    turn += (twig.random() - 0.45) * 0.12
  }
}
