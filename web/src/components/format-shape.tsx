import { aspectRatio } from '@ninesixteen/shared/slide/formats'
import type { Format } from '@ninesixteen/shared/slide/formats'
import styles from './format-shape.module.css'

/** The outline of a format, as an icon. Decorative: its label is next to it. */
export function FormatShape({ format, size = 14 }: { format: Format; size?: number }) {
  return <span className={styles.shape} style={{ aspectRatio: aspectRatio({ format }), height: size }} aria-hidden="true" />
}
