/** How large generated texts are: as specified, or larger. */
export const TEXT_SIZES = ['standard', 'larger', 'largest'] as const
export type TextSize = (typeof TEXT_SIZES)[number]
