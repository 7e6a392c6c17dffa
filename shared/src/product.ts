/** Name shown wherever the specification says `{product}`. */
export const PRODUCT_NAME = 'Ninesixteen'

/** The specification's sign-up subtitle speaks of what is made, not of the product's name. */
export const PRODUCT_CONTENT = 'slideshows'
