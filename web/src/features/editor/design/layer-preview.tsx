import type { SlideBox } from '@ninesixteen/shared/slide/box'
import type { Shape } from '@ninesixteen/shared/slide/limits'
import type { ShapeBox, Slide } from '@ninesixteen/shared/slide/model'
import { ArrowRight, Circle, Ellipsis, MessageSquare, Minus, Shapes, Smile, Square, Type, type LucideIcon } from 'lucide-react'
import { StoredPhoto } from '../../../components/stored-photo.tsx'
import { glyphPreviewUrl } from '../../../painter/glyph-previews.ts'
import styles from './layers-tab.module.css'
import { lookOf } from './use-text-styling.ts'

const SHAPE_ICONS = {
  rectangle: Square,
  ellipse: Circle,
  line: Minus,
  arrow: ArrowRight,
  bubble: MessageSquare,
  progress: Ellipsis,
  emoji: Smile,
  icon: Shapes,
} as const satisfies Record<Shape, LucideIcon>

/** A layer in small, in its own colors. Decorative. */
export function LayerPreview({ slide, entry }: { slide: Slide; entry: SlideBox }) {
  switch (entry.kind) {
    case 'image':
      return <StoredPhoto path={entry.box.imageUrl} variant="thumbnail" alt="" className={styles.preview ?? ''} />
    case 'logo':
      return slide.logoImage === null ? null : (
        <StoredPhoto path={slide.logoImage} variant="thumbnail" alt="" fit="contain" className={styles.preview ?? ''} />
      )
    case 'text': {
      const { fill, highlight } = lookOf(slide, entry.box)
      return (
        <span className={styles.preview} style={highlight === null ? {} : { background: highlight }}>
          <Type stroke={fill} />
        </span>
      )
    }
    case 'shape':
      return (
        <span className={styles.preview}>
          <ShapePreview box={entry.box} />
        </span>
      )
    default:
      return entry satisfies never
  }
}

function ShapePreview({ box }: { box: ShapeBox }) {
  const { shape, glyph, fill, stroke } = box
  // The key of an emoji lists its code points.
  if (shape === 'emoji' && glyph !== undefined && /^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/.test(glyph)) {
    return <span className={styles.emoji}>{String.fromCodePoint(...glyph.split('-').map((point) => Number.parseInt(point, 16)))}</span>
  }
  if (shape === 'icon' && glyph !== undefined) {
    return (
      <svg viewBox="0 0 24 24" fill="none" stroke={stroke?.color ?? 'currentColor'}>
        <use href={glyphPreviewUrl('icons', glyph)} />
      </svg>
    )
  }
  const Icon = SHAPE_ICONS[shape]
  return <Icon fill={fill ?? 'none'} stroke={stroke?.color ?? fill ?? 'currentColor'} />
}
