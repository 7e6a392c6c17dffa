/** The name in all texts that have `{product}` in the specification. */
export const PRODUCT_NAME = 'Ninesixteen'

/** The specification's sign-up subtitle speaks of what is made, not of the product's name. */
export const PRODUCT_CONTENT = 'slideshows'
