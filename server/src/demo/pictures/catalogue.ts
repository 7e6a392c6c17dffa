import { light } from './colour.ts'
import type { Picture } from './picture.ts'
import { cloudSea, dunes, greenHills, snowField } from './scenes/land.ts'
import { aurora, cityBokeh, rainOnGlass, starrySky } from './scenes/night.ts'
import { booksByWindow, candle, deskLamp, windowLight } from './scenes/rooms.ts'
import { coffeeBeans, coffeeFromAbove, linenCard, steamingCup } from './scenes/table.ts'
import { fallingGold, marble, sandstone, smoke, underWater } from './scenes/surfaces.ts'
import { lightShafts, wheatField } from './scenes/woods.ts'
import { mistyRidges, stillLake } from './scenes/mountains.ts'
import { beachFromAbove, moonSea, sunsetSea } from './scenes/water.ts'

const warm = { shadows: light('#f2f4ff'), highlights: light('#fffaf0') }

export const PICTURES: readonly Picture[] = [
  { name: 'misty-ridges', width: 540, expose: mistyRidges, development: { seed: 11, ...warm } },
  { name: 'still-lake', width: 540, expose: stillLake, development: { seed: 12 } },
  { name: 'dunes', width: 540, expose: dunes, development: { seed: 13, ...warm } },
  { name: 'green-hills', width: 540, expose: greenHills, development: { seed: 14 } },
  { name: 'snow-field', width: 540, expose: snowField, development: { seed: 15 } },
  { name: 'cloud-sea', width: 540, expose: cloudSea, development: { seed: 16 } },
  { name: 'sunset-sea', width: 540, expose: sunsetSea, development: { seed: 17 } },
  { name: 'moon-sea', width: 540, expose: moonSea, development: { seed: 18 } },
  { name: 'beach-from-above', width: 540, expose: beachFromAbove, development: { seed: 19 } },
  { name: 'city-bokeh', width: 540, expose: cityBokeh, development: { seed: 20 } },
  { name: 'rain-on-glass', width: 540, expose: rainOnGlass, development: { seed: 21 } },
  { name: 'starry-sky', width: 540, expose: starrySky, development: { seed: 22 } },
  { name: 'aurora', width: 540, expose: aurora, development: { seed: 23 } },
  { name: 'light-shafts', width: 540, expose: lightShafts, development: { seed: 24 } },
  { name: 'wheat-field', width: 540, expose: wheatField, development: { seed: 25 } },
  { name: 'marble', width: 540, expose: marble, development: { seed: 26 } },
  { name: 'sandstone', width: 540, expose: sandstone, development: { seed: 27 } },
  { name: 'smoke', width: 540, expose: smoke, development: { seed: 28 } },
  { name: 'under-water', width: 540, expose: underWater, development: { seed: 29 } },
  { name: 'falling-gold', width: 540, expose: fallingGold, development: { seed: 30 } },
  { name: 'window-light', width: 540, expose: windowLight, development: { seed: 40 } },
  { name: 'desk-lamp', width: 540, expose: deskLamp, development: { seed: 41 } },
  { name: 'candle', width: 540, expose: candle, development: { seed: 42 } },
  { name: 'books-by-window', width: 540, expose: booksByWindow, development: { seed: 43 } },
  { name: 'coffee-from-above', width: 540, expose: coffeeFromAbove, development: { seed: 44 } },
  { name: 'coffee-beans', width: 540, expose: coffeeBeans, development: { seed: 45 } },
  { name: 'steaming-cup', width: 540, expose: steamingCup, development: { seed: 46 } },
  { name: 'linen-card', width: 540, expose: linenCard, development: { seed: 47 } },
]
