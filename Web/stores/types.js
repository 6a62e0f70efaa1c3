// Types that several stores share. There is nothing to run here.

/**
 * @typedef {object} User
 * @property {string} userID
 * @property {string} userName
 * @property {string} avatarURL
 */

/**
 * What a live is called and how it is set; `room.info` of Protocol/PROTOCOL.md has all of it.
 *
 * @typedef {object} LiveInfo
 * @property {string} liveID
 * @property {string} liveName
 * @property {User} liveOwner
 * @property {string} [notice]
 * @property {string} [coverURL]
 * @property {string} [backgroundURL]
 * @property {number[]} [categoryList]
 * @property {boolean} [isMessageDisable] Whether only the owner and administrators may write.
 * @property {number} [slowModeSeconds]
 * @property {number} [audienceCount] In lists: how many are in.
 * @property {{state: string, [member: string]: any}} [media] The picture.
 * @property {{[key: string]: string}} [metaData]
 */

/**
 * @typedef {object} Gift
 * @property {string} giftID
 * @property {string} name In the user's language, where the catalogue has it.
 * @property {string} desc
 * @property {string} iconURL
 * @property {string} resourceURL The effect that fills the screen; empty without one.
 * @property {number} level
 * @property {number} coins
 * @property {{[key: string]: string}} extensionInfo
 */

/**
 * @typedef {object} GiftCategory
 * @property {string} categoryID
 * @property {string} name
 * @property {string} desc
 * @property {Gift[]} giftList
 */

/**
 * The answer to an order of gifts that was charged.
 *
 * @typedef {object} Charge
 * @property {string} orderID
 * @property {string} giftID
 * @property {number} count
 * @property {number} coins What was charged.
 * @property {number} balance What the user has left.
 * @property {number} at When, in Unix milliseconds.
 */

/**
 * A run of equal gifts, counted by the server.
 *
 * @typedef {object} Combo
 * @property {string} id
 * @property {number} count How many so far.
 * @property {boolean} isFinal
 */

export {};
