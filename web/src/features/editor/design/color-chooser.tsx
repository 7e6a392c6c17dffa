import { clamp } from '@ninesixteen/shared/slide/geometry'
import { Pipette } from 'lucide-react'
import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import { HexField } from '../../../components/hex-field.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { parseHex } from '../../../components/parse-hex.ts'
import styles from './color-chooser.module.css'
import { hexOfHsv, hsvOf, type Hsv } from './colors.ts'
import { rememberColor, useRecentColors } from './recent-colors.ts'

/** Colors that suit most slides. */
const BASIC = ['#ffffff', '#000000', '#fe2c55', '#ff8a00', '#ffe14d', '#25f4ee', '#3b82f6', '#8b5cf6']

export interface Palette {
  label: string
  colors: readonly string[]
}

/** The browser's color picker for any pixel of the screen; Chromium has it. */
interface ScreenPicker {
  open(): Promise<{ sRGBHex: string }>
}
declare global {
  interface Window {
    EyeDropper?: new () => ScreenPicker
  }
}

export interface ColorChooserProps {
  label: string
  value: string
  palettes: readonly Palette[]
  onChange(hex: string): void
  /** The user has finished one change: it becomes an undo step of its own. */
  onEnd(): void
}

/** Palettes, an area for saturation and brightness, a hue slider and a hex field. */
export function ColorChooser({ label, value, palettes, onChange, onEnd }: ColorChooserProps) {
  const recent = useRecentColors()
  const choose = (hex: string): void => {
    onChange(hex)
    onEnd()
    rememberColor(hex)
  }
  const all = [...palettes, { label: 'Basic', colors: BASIC }, { label: 'Recent', colors: recent }]
  return (
    <div className={styles.chooser}>
      {all.map(
        (palette) =>
          palette.colors.length > 0 && <Swatches key={palette.label} {...palette} name={label} value={value} onChoose={choose} />,
      )}
      <Picker label={label} value={value} onChange={onChange} onEnd={() => choose(value)} />
      <div className={styles.exact}>
        <HexField label={label} value={value} onChoose={choose} />
        {window.EyeDropper && <ScreenPickerButton Picker={window.EyeDropper} onChoose={choose} />}
      </div>
    </div>
  )
}

function ScreenPickerButton({ Picker: Eyes, onChoose }: { Picker: new () => ScreenPicker; onChoose(hex: string): void }) {
  const pick = (): void => {
    new Eyes().open().then(
      ({ sRGBHex }) => {
        const hex = parseHex(sRGBHex)
        if (hex !== null) onChoose(hex)
      },
      // The user cancelled.
      () => undefined,
    )
  }
  return (
    <IconButton label="Pick a color from the screen" icon={<Pipette aria-hidden="true" />} variant="raised" size="small" onClick={pick} />
  )
}

interface SwatchesProps extends Palette {
  name: string
  value: string
  onChoose(hex: string): void
}

function Swatches({ label, colors, name, value, onChoose }: SwatchesProps) {
  return (
    <div className={styles.palette} role="group" aria-label={`${name}: ${label}`}>
      <span className={styles.heading} aria-hidden="true">
        {label}
      </span>
      <div className={styles.swatches}>
        {colors.map((hex) => (
          <button
            key={hex}
            type="button"
            className={styles.swatch}
            style={{ backgroundColor: hex }}
            aria-label={hex}
            aria-pressed={hex === value}
            onClick={() => onChoose(hex)}
          />
        ))}
      </div>
    </div>
  )
}

type PickerProps = Omit<ColorChooserProps, 'palettes'>

const percent = (share: number): number => Math.round(share * 100)

/** Keeps the chosen hue for greys, which have none in hex. */
function Picker({ label, value, onChange, onEnd }: PickerProps) {
  const [hsv, setHsv] = useState<Hsv>(() => hsvOf(value))
  const hasChanged = useRef(false)
  if (hexOfHsv(hsv) !== value) setHsv(hsvOf(value))
  const set = (next: Hsv): void => {
    const hex = hexOfHsv(next)
    setHsv(next)
    if (hex === value) return
    hasChanged.current = true
    onChange(hex)
  }
  const end = (): void => {
    if (hasChanged.current) onEnd()
    hasChanged.current = false
  }
  return (
    <>
      <Area label={label} hsv={hsv} onChange={set} onEnd={end} />
      <input
        type="range"
        className={styles.hue}
        aria-label={`${label}: hue`}
        min={0}
        max={359}
        value={Math.round(hsv.hue)}
        onChange={(event) => set({ ...hsv, hue: event.target.valueAsNumber })}
        onPointerUp={end}
        onKeyUp={end}
      />
    </>
  )
}

const STEPS: Record<string, readonly [saturation: number, value: number]> = {
  ArrowLeft: [-0.02, 0],
  ArrowRight: [0.02, 0],
  ArrowUp: [0, 0.02],
  ArrowDown: [0, -0.02],
}

function Area({ label, hsv, onChange, onEnd }: { label: string; hsv: Hsv; onChange(hsv: Hsv): void; onEnd(): void }) {
  const { hue, saturation, value } = hsv
  const follow = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const [across, down] = [clamp((event.clientX - left) / width, 0, 1), clamp((event.clientY - top) / height, 0, 1)]
    onChange({ hue, saturation: across, value: 1 - down })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const times = event.shiftKey ? 5 : 1
    onChange({ hue, saturation: clamp(saturation + step[0] * times, 0, 1), value: clamp(value + step[1] * times, 0, 1) })
  }
  return (
    <div
      className={styles.area}
      style={{ '--hue': hexOfHsv({ hue, saturation: 1, value: 1 }) } as CSSProperties}
      role="slider"
      tabIndex={0}
      aria-label={`${label}: saturation and brightness`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent(saturation)}
      aria-valuetext={`Saturation ${percent(saturation)}%, brightness ${percent(value)}%`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        follow(event)
      }}
      onPointerMove={follow}
      onPointerUp={onEnd}
      onKeyDown={onKeyDown}
      onKeyUp={onEnd}
    >
      <span
        className={styles.thumb}
        style={{ left: `${saturation * 100}%`, top: `${(1 - value) * 100}%`, backgroundColor: hexOfHsv(hsv) }}
      />
    </div>
  )
}
