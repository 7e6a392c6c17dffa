/** What a field for pictures lets people choose: systems that do not know an iPhone's photos go by the end of their names. */
export const PHOTO_FILES = 'image/*,.heic,.heif'

const HEIC_NAME = /\.hei[cf]$/i

export function isHeic({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  return /^image\/hei[cf]/.test(type) || (type === '' && HEIC_NAME.test(name))
}

export function isPhotoFile(file: Pick<File, 'type' | 'name'>): boolean {
  return file.type.startsWith('image/') || isHeic(file)
}
