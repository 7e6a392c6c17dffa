import { TAG_LENGTH_MAX, TAGS_MAX, TUMBLR_LAYOUTS, TUMBLR_STATES } from '@ninesixteen/shared/publishing/tumblr-options'
import { ChoiceRow } from '../../../../components/choice-row.tsx'
import { Disclosure } from '../../../../components/disclosure.tsx'
import { Select } from '../../../../components/select.tsx'
import { TagsField } from '../../../../components/tags-field.tsx'
import { AltTexts } from '../../content/alt-texts.tsx'
import type { PlatformFieldsProps } from '../platform-form.ts'
import { altTextOf, blogOf, LAYOUT_LABELS, STATE_LABELS, type TumblrChosen, type TumblrFacts } from './tumblr-choices.ts'
import { PhotoSetDrawing } from './photo-set.tsx'

const TAG_LIMITS = { most: TAGS_MAX, length: TAG_LENGTH_MAX }

/** Tumblr's options: blog, visibility, tags, layout and alt texts. */
export function TumblrFields({ chosen, facts, post, lacks, onChange }: PlatformFieldsProps<TumblrChosen, TumblrFacts>) {
  const blogs = facts?.blogs ?? []
  const arePictures = post.kind === 'slides'
  const described = post.pictures.filter((picture) => altTextOf(chosen, picture) !== '').length
  return (
    <>
      {blogs.length > 0 && (
        <Select
          label="Blog"
          placeholder="Choose a blog"
          value={blogOf(chosen, facts) ?? ''}
          options={blogs.map(({ name, title }) => ({
            value: name,
            label: name,
            ...(title === '' || title === name ? {} : { detail: title }),
          }))}
          error={lacks['blog'] ?? null}
          onChange={(blog) => onChange({ blog })}
        />
      )}
      <ChoiceRow
        label="How it appears"
        value={chosen.state}
        options={TUMBLR_STATES.map((value) => ({ value, label: STATE_LABELS[value].label }))}
        hint={STATE_LABELS[chosen.state].hint}
        onChange={(state) => onChange({ state })}
      />
      <TagsField
        label="Tags"
        hint="Press Enter or comma after each tag."
        tags={chosen.tags}
        limits={TAG_LIMITS}
        onChange={(tags) => onChange({ tags })}
      />
      {arePictures && post.pictures.length > 1 && (
        <ChoiceRow
          label="Images per row"
          value={chosen.layout}
          options={TUMBLR_LAYOUTS.map((value) => ({
            value,
            label: LAYOUT_LABELS[value],
            icon: <PhotoSetDrawing layout={value} pictures={post.pictures.length} />,
          }))}
          onChange={(layout) => onChange({ layout })}
        />
      )}
      {arePictures && (
        <Disclosure label="Alt texts" summary={`${described} of ${post.pictures.length}`}>
          <AltTexts
            pictures={post.pictures}
            textOf={(picture) => altTextOf(chosen, picture)}
            onChange={({ id }, text) => onChange({ altTexts: { ...chosen.altTexts, [id]: text } })}
          />
        </Disclosure>
      )}
    </>
  )
}
