import {
  BRAND_AUDIENCE_MAX,
  BRAND_TONE_MAX,
  BRAND_WORD_LENGTH_MAX,
  BRAND_WORDS_MAX,
  CALL_TO_ACTION_MAX,
} from '@ninesixteen/shared/brand/limits'
import { CONTENT_TYPE_IDS, type ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import { HASHTAG_LENGTH_MAX, HASHTAGS_MAX } from '@ninesixteen/shared/publishing/hashtags'
import { CheckboxGroup } from '../../../components/checkbox-group.tsx'
import { ChoiceRow } from '../../../components/choice-row.tsx'
import { TextArea, TextField } from '../../../components/field.tsx'
import { TagsField } from '../../../components/tags-field.tsx'
import type { BrandFieldsProps } from './brand-colors.tsx'

const WORDS = { most: BRAND_WORDS_MAX, length: BRAND_WORD_LENGTH_MAX }
const FORMATS = CONTENT_TYPE_IDS.filter((id) => id !== 'custom')
const FORMAT_LABELS = Object.fromEntries(CONTENT_TYPE_IDS.map((id) => [id, CONTENT_TYPES[id].label])) as Record<ContentTypeId, string>

/** How the brand speaks: tone, words and whom it speaks to. */
export function BrandVoice({ brand, change }: BrandFieldsProps) {
  return (
    <>
      <TextField
        label="Tone"
        value={brand.tone}
        maxLength={BRAND_TONE_MAX}
        placeholder="Warm, dry humor, never salesy"
        autoComplete="off"
        onChange={(event) => change({ tone: event.target.value })}
      />
      <TextArea
        label="Audience"
        value={brand.audience}
        maxLength={BRAND_AUDIENCE_MAX}
        placeholder="People who brew coffee at home and want to get better at it"
        onChange={(event) => change({ audience: event.target.value })}
      />
      <ChoiceRow
        label="Who speaks"
        value={brand.speaker}
        options={[
          { value: 'any', label: 'Any' },
          { value: 'i', label: 'I' },
          { value: 'we', label: 'We' },
          { value: 'you', label: 'You' },
        ]}
        onChange={(speaker) => change({ speaker })}
      />
      <ChoiceRow
        label="Emojis"
        value={brand.emoji}
        options={[
          { value: 'none', label: 'None' },
          { value: 'few', label: 'A few' },
          { value: 'many', label: 'Many' },
        ]}
        onChange={(emoji) => change({ emoji })}
      />
      <ChoiceRow
        label="Letters"
        value={brand.letterCase}
        options={[
          { value: 'lower', label: 'lower case' },
          { value: 'sentence', label: 'Sentence case' },
        ]}
        onChange={(letterCase) => change({ letterCase })}
      />
      <TagsField
        label="Words to use"
        hint="Enter adds a word or phrase. They appear where they fit."
        tags={brand.alwaysWords}
        limits={WORDS}
        onChange={(alwaysWords) => change({ alwaysWords })}
      />
      <TagsField
        label="Words to never use"
        hint="Whole words and phrases. We check every text and rewrite those that use one."
        tags={brand.neverWords}
        limits={WORDS}
        onChange={(neverWords) => change({ neverWords })}
      />
      <TextField
        label="Call to action"
        value={brand.callToAction}
        maxLength={CALL_TO_ACTION_MAX}
        placeholder="Book a table, link in bio"
        autoComplete="off"
        onChange={(event) => change({ callToAction: event.target.value })}
      />
      <TagsField
        label="Hashtags"
        hint="Captions start with these."
        tags={brand.hashtags}
        limits={{ most: HASHTAGS_MAX, length: HASHTAG_LENGTH_MAX }}
        onChange={(hashtags) => change({ hashtags })}
      />
      <CheckboxGroup
        label="Formats for ideas"
        options={FORMATS}
        labels={FORMAT_LABELS}
        value={brand.formats}
        error={null}
        onChange={(formats) => change({ formats: [...formats] })}
      />
    </>
  )
}
