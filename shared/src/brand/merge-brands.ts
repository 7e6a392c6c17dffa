import { sameData } from '../slide/same-data.ts'
import type { Brand } from './model.ts'

export interface MergedBrand {
  brand: Brand
  /** Fields that both sides changed; `brand` has those of `mine`. */
  conflicts: (keyof Brand)[]
}

/** The changes of `mine` since `base`, on top of `theirs`. */
export function mergeBrands(base: Brand, mine: Brand, theirs: Brand): MergedBrand {
  const fields = Object.keys(mine) as (keyof Brand)[]
  const isChanged = (field: keyof Brand): boolean => !sameData(mine[field], base[field])
  const own = fields.filter(isChanged)
  return {
    brand: { ...theirs, ...Object.fromEntries(own.map((field) => [field, mine[field]])), ...stylesOf(own, mine) },
    conflicts: own.filter((field) => !sameData(theirs[field], base[field]) && !sameData(theirs[field], mine[field])),
  }
}

/** Styles name colors by id: changed colors take their styles along. */
function stylesOf(own: readonly (keyof Brand)[], { colors, styles }: Brand): Partial<Brand> {
  return own.includes('colors') || own.includes('styles') ? { colors, styles } : {}
}
