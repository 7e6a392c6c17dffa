import { PRODUCT_NAME } from '@ninesixteen/shared/product'

/** Title of the document; React lifts it into the head. */
export function PageTitle({ children }: { children?: string }) {
  return <title>{children ? `${children} · ${PRODUCT_NAME}` : PRODUCT_NAME}</title>
}
