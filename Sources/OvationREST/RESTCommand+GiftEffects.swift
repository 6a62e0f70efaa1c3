import OvationModel
import OvationNode
import OvationRules
import SVGA

extension RESTService {
    /// Commands about gifts that the vendor's API does not have.
    static let gifts = RESTService(rawValue: "ovation_gift_srv")
}

extension RESTCommand {
    /// The command that checks the animation of a gift.
    static let giftEffects = [checkEffect]

    private static let checkEffect = RESTCommand(
        .gifts, "check_effect",
        "Fetches the animation of a gift, or of an address, and says what it is. Only this command fetches one.",
        effect: .reads, rate: .giftCalls
    ) { (request: RESTEffectRequest, call) in
        let address = try request.address(in: call.node.gifts.catalogue)
        return RESTResponse(RESTEffect(try await call.effects.check(address, uploaded: call.files), at: address))
    }
}

/// The body of `check_effect`: a gift, or the address of an animation.
private struct RESTEffectRequest: Codable, Sendable {
    let giftID: GiftID?
    let resourceURL: String?

    enum CodingKeys: String, CodingKey {
        case giftID = "GiftId"
        case resourceURL = "ResourceUrl"
    }

    /// The address of the animation.
    func address(in catalogue: GiftCatalogue) throws(Rejection) -> String {
        switch (giftID, resourceURL) {
        case (nil, let address?):
            try RESTField.present("ResourceUrl", address, bytesMax: FieldBounds.pictureURLBytesMax)
            return address
        case (let giftID?, nil):
            guard let gift = catalogue.item(giftID)?.gift else {
                throw Rejection(.giftNotFound, "There is no gift with the id \"\(giftID)\".")
            }
            guard !gift.resourceURL.isEmpty else {
                throw Rejection(.illegalParameter, "The gift \"\(giftID)\" has no \"ResourceUrl\".")
            }
            return gift.resourceURL
        default: throw Rejection(.illegalParameter, "Either \"GiftId\" or \"ResourceUrl\" is given.")
        }
    }
}

/// The answer to `check_effect`.
private struct RESTEffect: Codable, Sendable {
    let resourceURL: String
    let contentType: String
    let version: String
    let width: Double
    let height: Double
    let framesPerSecond: Int
    let frameCount: Int
    let durationMilliseconds: Int
    let spriteCount: Int
    let imageCount: Int
    let soundCount: Int
    let fileBytes: Int
    let imageBytes: Int

    enum CodingKeys: String, CodingKey {
        case resourceURL = "ResourceUrl"
        case contentType = "ContentType"
        case version = "Version"
        case width = "Width"
        case height = "Height"
        case framesPerSecond = "FramesPerSecond"
        case frameCount = "FrameCount"
        case durationMilliseconds = "DurationMilliseconds"
        case spriteCount = "SpriteCount"
        case imageCount = "ImageCount"
        case soundCount = "SoundCount"
        case fileBytes = "FileBytes"
        case imageBytes = "ImageBytes"
    }

    init(_ outcome: EffectChecker.Outcome, at address: String) {
        let movie = outcome.movie
        resourceURL = address
        contentType = outcome.contentType
        version = movie.version
        width = Double(movie.width)
        height = Double(movie.height)
        framesPerSecond = movie.framesPerSecond
        frameCount = movie.frameCount
        durationMilliseconds = movie.durationMilliseconds
        spriteCount = movie.sprites.count
        imageCount = movie.images.count
        soundCount = movie.sounds.count
        fileBytes = outcome.fileBytes
        imageBytes = movie.decodedImageBytes
    }
}
