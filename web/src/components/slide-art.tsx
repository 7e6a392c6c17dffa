import { useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './slide-art.module.css'

export type SlideScene = 'dawn' | 'sea' | 'forest' | 'night' | 'desert'

export interface SlideArtProps {
  scene: SlideScene
  /** Lines of the main text. */
  lines: readonly string[]
  /** Smaller lines below. */
  small?: readonly string[]
  /** `outline` or black text on white, as the studio draws them. */
  look?: 'outline' | 'white-bg'
  /** Fills its frame with the middle of the slide instead of showing all of it. */
  crop?: boolean
  className?: string
}

interface Palette {
  sky: [string, string]
  sun: { cx: number; cy: number; r: number; fill: string }
  hills: [string, string, string]
}

const palettes: Record<SlideScene, Palette> = {
  dawn: { sky: ['#3d4f86', '#f2a37c'], sun: { cx: 172, cy: 268, r: 36, fill: '#ffe1b3' }, hills: ['#8c5f78', '#5a4565', '#2d2842'] },
  sea: { sky: ['#7fb6c9', '#e9efe4'], sun: { cx: 68, cy: 82, r: 24, fill: '#fffbe8' }, hills: ['#4f92a6', '#2f7288', '#16485e'] },
  forest: { sky: ['#a9c4a0', '#eef0d6'], sun: { cx: 194, cy: 84, r: 26, fill: '#fffde9' }, hills: ['#6f9a6c', '#426f4d', '#1f4231'] },
  night: { sky: ['#131a36', '#4c4a82'], sun: { cx: 190, cy: 84, r: 20, fill: '#f3ecd2' }, hills: ['#37386a', '#23254d', '#11132c'] },
  desert: { sky: ['#e7b08a', '#f7e3bd'], sun: { cx: 82, cy: 258, r: 38, fill: '#fff3d6' }, hills: ['#d58a5b', '#b1623f', '#7a3b2b'] },
}

/** A drawn sample slide in the studio's proportions (256 units wide): decoration, never a user's own work. */
export function SlideArt({ scene, lines, small = [], look = 'outline', crop = false, className }: SlideArtProps) {
  const id = useId()
  const { sky, sun, hills } = palettes[scene]
  const top = 150
  const middle = top - 7 + (lines.length - 1) * 13.5
  const smallTop = top + lines.length * 27 + 8
  return (
    <svg
      viewBox={crop ? `0 ${middle - 75} 256 150` : '0 0 256 455'}
      preserveAspectRatio="xMidYMid slice"
      className={classNames(crop ? styles.crop : styles.slide, styles.art, className)}
      aria-hidden="true"
    >
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={sky[0]} />
          <stop offset="0.72" stopColor={sky[1]} />
        </linearGradient>
      </defs>
      <rect width="256" height="455" fill={`url(#${id})`} />
      <circle {...sun} />
      <path d="M0 300 C40 262 74 268 112 290 C152 314 200 250 256 276 V455 H0Z" fill={hills[0]} />
      <path d="M0 356 C52 318 92 326 138 342 C184 358 214 322 256 330 V455 H0Z" fill={hills[1]} />
      <path d="M0 404 C60 372 132 392 176 400 C214 406 236 388 256 384 V455 H0Z" fill={hills[2]} />
      <g className={styles[look]}>
        {lines.map((line, index) => (
          <g key={line}>
            {look === 'white-bg' && (
              <rect x={128 - line.length * 6.1 - 9} y={top + index * 27 - 20} width={line.length * 12.2 + 18} height="27" rx="6" />
            )}
            <text x="128" y={top + index * 27} className={styles.large}>
              {line}
            </text>
          </g>
        ))}
        {small.map((line, index) => (
          <text key={line} x="128" y={smallTop + index * 19} className={styles.small}>
            {line}
          </text>
        ))}
      </g>
    </svg>
  )
}
