import { brandContrasts } from '@ninesixteen/shared/brand/apply-brand'
import { BRAND_COLOR_NAME_MAX, BRAND_COLORS_MAX, BRAND_ROLES, type BrandRole } from '@ninesixteen/shared/brand/limits'
import type { Brand, BrandColor, RoleStyle } from '@ninesixteen/shared/brand/model'
import { CircleCheck, Plus, Trash2, TriangleAlert } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { TextField } from '../../../components/field.tsx'
import { HexField } from '../../../components/hex-field.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { Select } from '../../../components/select.tsx'
import type { SelectOption } from '../../../components/select-popup.tsx'
import { SwitchField } from '../../../components/switch-field.tsx'
import styles from './brand.module.css'
import { newColor } from './new-color.ts'
import { ROLE_LABELS } from './role-labels.ts'

export interface BrandFieldsProps {
  brand: Brand
  change(fields: Partial<Brand>): void
}

/** Styles without a color that is gone. */
function withoutColor(style: RoleStyle, id: string): RoleStyle {
  const unlessDeleted = (used: string | null): string | null => (used === id ? null : used)
  return {
    ...style,
    text: unlessDeleted(style.text),
    highlight: unlessDeleted(style.highlight),
    background: unlessDeleted(style.background),
  }
}

/** Up to five named colors. */
export function BrandColors({ brand, change }: BrandFieldsProps) {
  const { colors, styles: roles } = brand
  const edit = (id: string, fields: Partial<BrandColor>): void =>
    change({ colors: colors.map((color) => (color.id === id ? { ...color, ...fields } : color)) })
  const remove = (id: string): void =>
    change({
      colors: colors.filter((color) => color.id !== id),
      styles: { hook: withoutColor(roles.hook, id), point: withoutColor(roles.point, id), closing: withoutColor(roles.closing, id) },
    })
  return (
    <>
      <ul className={styles.colors} aria-label="Brand colors">
        {colors.map((color, index) => {
          const name = color.name || `Color ${index + 1}`
          return (
            <li key={color.id} className={styles.color}>
              <input
                type="color"
                className={styles.swatch}
                aria-label={`${name}: ${color.hex}`}
                value={color.hex}
                onChange={(event) => edit(color.id, { hex: event.target.value })}
              />
              <TextField
                label={`Name of color ${index + 1}`}
                hideLabel
                value={color.name}
                maxLength={BRAND_COLOR_NAME_MAX}
                placeholder={`Color ${index + 1}`}
                autoComplete="off"
                onChange={(event) => edit(color.id, { name: event.target.value })}
              />
              <HexField label={name} value={color.hex} onChoose={(hex) => edit(color.id, { hex })} />
              <IconButton label={`Remove ${name}`} icon={<Trash2 aria-hidden="true" />} onClick={() => remove(color.id)} />
            </li>
          )
        })}
      </ul>
      {colors.length < BRAND_COLORS_MAX && (
        <Button size="small" icon={<Plus />} onClick={() => change({ colors: [...colors, newColor(colors)] })}>
          Add color
        </Button>
      )}
    </>
  )
}

const USES = [
  { use: 'text', label: 'Text', none: 'From the slide' },
  { use: 'highlight', label: 'Highlight', none: 'None' },
  { use: 'background', label: 'Background', none: 'From the slide' },
] as const

/** The colors of each role of slide, and whether their texts can be read. */
export function BrandStyles({ brand, change }: BrandFieldsProps) {
  const contrasts = brandContrasts(brand)
  const edit = (role: BrandRole, fields: Partial<RoleStyle>): void =>
    change({ styles: { ...brand.styles, [role]: { ...brand.styles[role], ...fields } } })
  return BRAND_ROLES.map((role) => {
    const style = brand.styles[role]
    const contrast = contrasts.find((found) => found.role === role)
    return (
      <fieldset key={role} className={styles.role}>
        <legend className={styles.roleName}>{ROLE_LABELS[role]}</legend>
        <div className={styles.uses}>
          {USES.map(({ use, label, none }) => (
            <Select
              key={use}
              label={label}
              value={style[use] ?? 'none'}
              options={colorOptions(brand.colors, none)}
              onChange={(id) => edit(role, { [use]: id === 'none' ? null : id })}
            />
          ))}
        </div>
        <SwitchField label="Capitals" checked={style.uppercase} onChange={(uppercase) => edit(role, { uppercase })} />
        {contrast && <Contrast {...contrast} />}
      </fieldset>
    )
  })
}

function colorOptions(colors: readonly BrandColor[], none: string): SelectOption<string>[] {
  return [
    { value: 'none', label: none },
    ...colors.map(({ id, name, hex }, index) => ({
      value: id,
      label: name || `Color ${index + 1}`,
      detail: hex,
      icon: <span className={styles.dot} style={{ backgroundColor: hex }} />,
    })),
  ]
}

function Contrast({ ratio, needed, on }: { ratio: number; needed: number; on: 'highlight' | 'background' }) {
  const isReadable = ratio >= needed
  const Icon = isReadable ? CircleCheck : TriangleAlert
  return (
    <p className={styles.contrast} data-readable={isReadable || undefined}>
      <Icon aria-hidden="true" />
      Text on {on}: {ratio.toFixed(1)}:1. {isReadable ? 'Readable.' : `Hard to read: it needs ${needed}:1.`}
    </p>
  )
}
