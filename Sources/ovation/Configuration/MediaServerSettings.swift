import OvationMedia
import OvationPictures

/// What belongs together of the settings of a media server of one's own.
enum MediaServerSettings {
    /// What is wrong with the settings, a sentence each.
    static func problems(_ settings: ServerSettings) -> [String] {
        var problems: [String] = []
        for (name, text, purpose) in [
            ("media.publishURL", settings.mediaPublishURL, AddressTemplate.Purpose.publish),
            ("media.playURL", settings.mediaPlayURL, .play),
        ] {
            if let text {
                do throws(AddressTemplate.Mistake) {
                    _ = try AddressTemplate(text, for: purpose)
                } catch {
                    problems.append("\(name) is \"\(text)\", but \(sentence(error, purpose))")
                }
            } else if settings.mediaMode == .external {
                problems.append("media.mode is external, so \(name) has to say where to \(purpose).")
            }
        }
        if let secret = settings.mediaHooksSecret {
            if secret.utf8.count < ServerSecret.bytesMin || !secret.utf8.allSatisfy(isPlain) {
                problems.append(
                    "media.hooksSecret stands in an address: it is at least \(ServerSecret.bytesMin) characters of A-Z, a-z, 0-9, _ "
                        + "and -. Make one: openssl rand -hex 32.")
            }
        } else if settings.mediaMode == .external {
            problems.append(
                "media.mode is external, so media.hooksSecret has to be what the media server shows when it asks. Make one: "
                    + "openssl rand -hex 32.")
        }
        if settings.recording.mode != .off, settings.mediaMode != .relay {
            problems.append("recording.mode is \(settings.recording.mode.rawValue), so media.mode has to be relay.")
        }
        if settings.recording.mode != .off, settings.storageURL != nil, settings.recording.directory == nil {
            problems.append(
                "recording.mode is \(settings.recording.mode.rawValue) and storage.url is set, so recording.directory has to name a folder "
                    + "that all servers of the database see.")
        }
        if let address = settings.mediaRTMPURL {
            if !isRTMP(address) {
                problems.append(
                    "media.rtmpURL is \"\(address)\", but it is the address of an application without a name of a stream: "
                        + "rtmp://live.example.com/live.")
            }
            if settings.mediaMode != .relay {
                problems.append("media.rtmpURL is for media.mode: relay. With external, use media.publishURL.")
            }
            if settings.mediaHooksSecret == nil {
                problems.append(
                    "media.rtmpURL is set, so media.hooksSecret has to be what nginx shows when it asks. Make one: "
                        + "openssl rand -hex 32.")
            }
        }
        return problems + RTCSettings.problems(settings)
    }

    /// The settings as the server takes them. What is wrong with them was found before.
    static func configuration(_ settings: ServerSettings) -> MediaConfiguration {
        var configuration = MediaConfiguration(
            mode: settings.mediaMode,
            publishURL: settings.mediaPublishURL.flatMap { try? AddressTemplate($0, for: .publish) },
            playURL: settings.mediaPlayURL.flatMap { try? AddressTemplate($0, for: .play) },
            rtmpURL: settings.mediaRTMPURL,
            playAuthorization: settings.mediaPlayAuthorization,
            playSignatureSeconds: settings.mediaPlaySignatureSeconds, limits: settings.mediaLimits,
            rtc: settings.rtc)
        configuration.recording = settings.recording
        // Servers that share a database share its recordings: a folder of one's own would not have those of the others.
        configuration.recording.directory =
            settings.recording.directory
            ?? (settings.storageURL == nil ? DataFolder.recordings(in: settings.dataFolder) : nil)
        return configuration
    }

    /// Whether a text is the address of an application of RTMP: a scheme, a host and a path, and nothing that a key would stand behind.
    private static func isRTMP(_ text: String) -> Bool {
        let scheme = ["rtmp://", "rtmps://"].first { text.hasPrefix($0) }
        guard let scheme, text.utf8.count <= 500 else { return false }
        let parts = text.dropFirst(scheme.count).split(separator: "/", omittingEmptySubsequences: false)
        return parts.count >= 2 && parts.allSatisfy { !$0.isEmpty }
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && ![UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// The rest of the sentence about a template.
    private static func sentence(_ mistake: AddressTemplate.Mistake, _ purpose: AddressTemplate.Purpose) -> String {
        switch mistake {
        case .scheme:
            purpose == .publish
                ? "it begins with rtmp://, rtmps://, srt://, http:// or https://."
                : "it begins with http:// or https://."
        case .host: "it needs the name or the address of a host behind the scheme."
        case .placeInHost: "a place such as {liveID} stands behind the host only."
        case .place: "it has no other places than {liveID} and {streamKey}."
        case .character: "it has a character that no address has, or more than 2,000 of them."
        case .liveMissing: "it needs {liveID} or {streamKey}, or all lives would share one address."
        case .keyInPlayAddress: "viewers would see the {streamKey}. Use {liveID}."
        }
    }
}
