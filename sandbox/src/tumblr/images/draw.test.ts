import { expect, test } from 'vitest'
import { BLOGS } from '../blogs.ts'
import { postsOf } from '../posts.ts'
import { avatarOf } from './avatar.ts'
import { drawImage } from './draw.ts'

test('draws every scene, and no two images alike', async () => {
  const small = { name: 's100x150', width: 100, height: 150 }
  const imageFiles = BLOGS.flatMap((blog) => [avatarOf(blog.name), ...postsOf(blog).flatMap((post) => post.images.slice(0, 1))].slice(0, 6))
  const images = await Promise.all(imageFiles.map((image) => drawImage({ ...image, type: 'image/png' }, small)))
  expect(new Set(images.map((bytes) => bytes.toString('base64'))).size).toBe(imageFiles.length)
})
