/** `accept` of image inputs. Systems without HEIC support go by the file extension. */
export const PHOTO_FILES = 'image/*,.heic,.heif'

const HEIC_NAME = /\.hei[cf]$/i

export function isHeic({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  return /^image\/hei[cf]/.test(type) || (type === '' && HEIC_NAME.test(name))
}

export function isPhotoFile(file: Pick<File, 'type' | 'name'>): boolean {
  return file.type.startsWith('image/') || isHeic(file)
}
