'use client'

import dynamic from 'next/dynamic'

// The personal centre is one page of many tabs: what only this tab needs comes with it alone.
export const AvatarPanel = dynamic(() => import('@/components/account/avatar-panel').then((file) => file.AvatarPanel))
export const ContactRow = dynamic(() => import('@/components/account/contact-row').then((file) => file.ContactRow))
export const HeaderBehind = dynamic(() => import('@/components/account/header-behind').then((file) => file.HeaderBehind))
export const PasswordSection = dynamic(() => import('@/components/account/password-section').then((file) => file.PasswordSection))
