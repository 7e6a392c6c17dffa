import { THREADS_TEXT } from '@ninesixteen/shared/publishing/meta-text'
import { metaForm } from '../meta/meta-form.tsx'

export const threadsForm = metaForm({ id: 'threads', text: THREADS_TEXT, hasStories: false })
