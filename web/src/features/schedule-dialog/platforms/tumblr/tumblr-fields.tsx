import { TUMBLR_LAYOUTS, TUMBLR_STATES, type TumblrOptions } from '@ninesixteen/shared/publishing/tumblr-options'
import { rowsOf } from '@ninesixteen/shared/publishing/tumblr-post'
import { ChoiceRow } from '../../../../components/choice-row.tsx'
import { Select } from '../../../../components/select.tsx'
import { TagsField } from '../../../../components/tags-field.tsx'
import { AltTextsField } from '../alt-texts-field.tsx'
import type { PlatformFieldsProps } from '../platform-form.ts'
import { blogOf, LAYOUT_LABELS, STATE_LABELS, TAG_LIMITS, type TumblrChoices, type TumblrFacts } from './tumblr-choices.ts'
import { ALT_TEXT_MAX } from '@ninesixteen/shared/slide/limits'

/** Tumblr's options: blog, visibility, tags, layout and alt texts. */
export function TumblrFields({ choices, facts, post, errors, onChange }: PlatformFieldsProps<TumblrChoices, TumblrFacts>) {
  const blogs = facts?.blogs ?? []
  const areImages = post.kind === 'slides'
  return (
    <>
      {blogs.length > 0 && (
        <Select
          label="Blog"
          placeholder="Choose a blog"
          value={blogOf(choices, facts) ?? ''}
          options={blogs.map(({ name, title }) => ({
            value: name,
            label: name,
            ...(title === '' || title === name ? {} : { detail: title }),
          }))}
          error={errors['blog'] ?? null}
          onChange={(blog) => onChange({ blog })}
        />
      )}
      <ChoiceRow
        label="How it appears"
        value={choices.state}
        options={TUMBLR_STATES.map((value) => ({ value, label: STATE_LABELS[value].label }))}
        hint={STATE_LABELS[choices.state].hint}
        onChange={(state) => onChange({ state })}
      />
      <TagsField
        label="Tags"
        hint="Press Enter or comma after each tag."
        tags={choices.tags}
        limits={TAG_LIMITS}
        onChange={(tags) => onChange({ tags })}
      />
      {areImages && post.images.length > 1 && (
        <ChoiceRow
          label="Images per row"
          value={choices.layout}
          options={TUMBLR_LAYOUTS.map((value) => ({
            value,
            label: LAYOUT_LABELS[value],
            icon: <PhotoSetIcon layout={value} images={post.images.length} />,
          }))}
          onChange={(layout) => onChange({ layout })}
        />
      )}
      {areImages && (
        <AltTextsField
          images={post.images}
          written={choices.altTexts}
          maxLength={ALT_TEXT_MAX}
          onChange={(altTexts) => onChange({ altTexts })}
        />
      )}
    </>
  )
}

/** More rows would be too small to tell apart. */
const ROWS_MAX = 4
const SIDE = 40
const GAP = 2

/** Icon of a photo set layout. */
function PhotoSetIcon({ layout, images }: { layout: TumblrOptions['layout']; images: number }) {
  const rows = rowsOf(images, layout).slice(0, ROWS_MAX)
  const height = (SIDE - GAP * (ROWS_MAX - 1)) / ROWS_MAX
  const top = (SIDE - rows.length * (height + GAP) + GAP) / 2
  return (
    <svg viewBox={`0 0 ${SIDE} ${SIDE}`} width={SIDE} height={SIDE} aria-hidden="true" fill="currentColor">
      {rows.flatMap((count, row) => {
        const width = (SIDE - GAP * (count - 1)) / count
        return Array.from({ length: count }, (_picture, at) => (
          <rect key={`${row} ${at}`} x={at * (width + GAP)} y={top + row * (height + GAP)} width={width} height={height} rx="1.5" />
        ))
      })}
    </svg>
  )
}
