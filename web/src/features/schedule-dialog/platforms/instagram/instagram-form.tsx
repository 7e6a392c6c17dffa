import { INSTAGRAM_TEXT } from '@ninesixteen/shared/publishing/meta-text'
import { metaForm } from '../meta/meta-form.tsx'

export const instagramForm = metaForm({ id: 'instagram', text: INSTAGRAM_TEXT, hasStories: true })
