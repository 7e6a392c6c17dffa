import { describe, expect, test } from 'vitest'
import { authMessage, checkCredentials } from './auth-messages.ts'

describe('the auth form', () => {
  test.each([
    [{ email: '', password: '' }, 'Please fill in all fields'],
    [{ email: ' ', password: 'abcdef' }, 'Please fill in all fields'],
    [{ email: '', password: '', confirmation: 'abc' }, 'Please fill in all fields'],
    [{ email: 'a@b.c', password: 'abc', confirmation: '' }, 'Passwords do not match'],
    [{ email: 'a@b.c', password: 'abc', confirmation: 'abd' }, 'Passwords do not match'],
    [{ email: 'a@b.c', password: 'abc', confirmation: 'abc' }, 'Password must be at least 6 characters'],
    [{ email: 'a@b.c', password: 'abc' }, 'Password must be at least 6 characters'],
    [{ email: 'abc', password: 'abc', confirmation: 'abc' }, 'Password must be at least 6 characters'],
    [{ email: 'abc', password: 'abcdef', confirmation: 'abcdef' }, 'Please enter a valid email address'],
    [{ email: 'abc@def', password: 'abcdef' }, 'Please enter a valid email address'],
    [{ email: 'a b@c.de', password: 'abcdef' }, 'Please enter a valid email address'],
    [{ email: ' a@b.c ', password: 'abcdef' }, null],
    [{ email: 'a@b.c', password: 'abcdef', confirmation: 'abcdef' }, null],
    [{ email: 'a@b.c', password: 'abcdef' }, null],
  ])('%j: %s', (credentials, message) => {
    expect(checkCredentials(credentials)).toBe(message)
  })

  test('names the length which the operator asks for', () => {
    expect(checkCredentials({ email: 'a@b.c', password: 'abcdefgh' }, 12)).toBe('Password must be at least 12 characters')
  })
})

describe('an auth error', () => {
  test.each([
    [{ message: 'Database error saving new user' }, 'There was an issue creating your account. Please try again.'],
    [{ message: 'AuthApiError: Invalid login credentials' }, 'Invalid email or password. Please check your credentials.'],
    [{ message: 'User already registered' }, 'An account with this email already exists. Please sign in instead.'],
    [{ code: 'INVALID_EMAIL_OR_PASSWORD', message: 'x' }, 'Invalid email or password. Please check your credentials.'],
    [{ code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', message: 'x' }, 'An account with this email already exists. Please sign in instead.'],
    [{ code: 'FAILED_TO_CREATE_USER', message: 'x' }, 'There was an issue creating your account. Please try again.'],
    [{ code: 'INVALID_EMAIL', message: 'Invalid email' }, 'Please enter a valid email address'],
    [{ code: 'VALIDATION_ERROR', message: '[body.email] Invalid email address' }, 'Please enter a valid email address'],
    [{ message: 'Something of its own' }, 'Something of its own'],
    [{ message: '' }, 'An error occurred during authentication'],
    [{}, 'An error occurred during authentication'],
  ])('%j reads: %s', (error, text) => {
    expect(authMessage(error)).toBe(text)
  })
})
