import { light } from './colour.ts'
import type { Picture } from './picture.ts'
import type { PhotoName } from './names.ts'
import { dunes, greenHills } from './scenes/land.ts'
import { aurora, cityBokeh, rainOnGlass, starrySky } from './scenes/night.ts'
import { lampsInFog, openRoad } from './scenes/roads.ts'
import { candle } from './scenes/candle.ts'
import { booksByWindow, deskLamp, windowLight } from './scenes/rooms.ts'
import { coffeeFromAbove, linenCard, steamingCup } from './scenes/table.ts'
import { fallingGold, sandstone, underWater } from './scenes/surfaces.ts'
import { lightShafts } from './scenes/woods.ts'
import { mistyRidges, stillLake } from './scenes/mountains.ts'
import { beachFromAbove, moonSea, sunsetSea } from './scenes/water.ts'

const warm = { shadows: light('#f2f4ff'), highlights: light('#fffaf0') }

/** How each photograph of the demo is made. */
export const PICTURES: Readonly<Record<PhotoName, Picture>> = {
  'misty-ridges': { width: 480, expose: mistyRidges, development: { seed: 11, exposure: 0.72, ...warm } },
  'still-lake': { width: 480, expose: stillLake, development: { seed: 12, exposure: 0.8 } },
  dunes: { width: 480, expose: dunes, development: { seed: 13, exposure: 0.8, ...warm } },
  'green-hills': { width: 480, expose: greenHills, development: { seed: 14, exposure: 0.62, saturation: 0.92 } },
  'sunset-sea': { width: 480, expose: sunsetSea, development: { seed: 17 } },
  'moon-sea': { width: 480, expose: moonSea, development: { seed: 18 } },
  'beach-from-above': { width: 480, expose: beachFromAbove, development: { seed: 19 } },
  'city-bokeh': { width: 540, expose: cityBokeh, development: { seed: 20 } },
  'rain-on-glass': { width: 540, expose: rainOnGlass, development: { seed: 21 } },
  'starry-sky': { width: 540, expose: starrySky, development: { seed: 22 } },
  aurora: { width: 450, expose: aurora, development: { seed: 23 } },
  'light-shafts': { width: 450, expose: lightShafts, development: { seed: 24 } },
  sandstone: { width: 432, expose: sandstone, development: { seed: 27 } },
  'under-water': { width: 432, expose: underWater, development: { seed: 29 } },
  'falling-gold': { width: 540, expose: fallingGold, development: { seed: 30 } },
  'window-light': { width: 432, expose: windowLight, development: { seed: 40 } },
  'desk-lamp': { width: 432, expose: deskLamp, development: { seed: 41 } },
  candle: { width: 432, expose: candle, development: { seed: 42 } },
  'books-by-window': { width: 480, expose: booksByWindow, development: { seed: 43 } },
  'coffee-from-above': { width: 540, expose: coffeeFromAbove, development: { seed: 44 } },
  'steaming-cup': { width: 450, expose: steamingCup, development: { seed: 46 } },
  'linen-card': { width: 540, expose: linenCard, development: { seed: 47 } },
  'open-road': { width: 480, expose: openRoad, development: { seed: 60 } },
  'lamps-in-fog': { width: 450, expose: lampsInFog, development: { seed: 61 } },
}
