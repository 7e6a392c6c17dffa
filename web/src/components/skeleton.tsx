import type { CSSProperties } from 'react'
import styles from './skeleton.module.css'

export interface SkeletonProps {
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  radius?: CSSProperties['borderRadius']
  aspectRatio?: CSSProperties['aspectRatio']
}

/** A placeholder while content loads. Hidden from screen readers: the region around it has aria-busy. */
export function Skeleton({ width = '100%', height, radius = 'var(--radius)', aspectRatio }: SkeletonProps) {
  return <div className={styles.skeleton} style={{ width, height, borderRadius: radius, aspectRatio }} aria-hidden="true" />
}
