import Foundation
import OvationJSON
import OvationModel
import OvationWire

/// Reads the body of a call.
enum RESTBody {
    /// Decodes a body.
    ///
    /// Unknown fields are ignored. Names are case-sensitive. A number in quotes is a text.
    ///
    /// - Throws: `bodyNotJSON` if it is not a JSON object, `illegalParameter` with the name of the field that is wrong.
    static func decode<Request: Decodable>(_ type: Request.Type, _ body: Data) throws(Rejection) -> Request {
        guard !body.isEmpty else {
            throw Rejection(.bodyNotJSON, "The body is empty. A call without parameters has the body {}.")
        }
        do {
            return try WireJSON.decode(Object<Request>.self, from: body).request.get()
        } catch let rejection as Rejection {
            throw rejection
        } catch {
            throw Rejection(.bodyNotJSON)
        }
    }

    /// Distinguishes a body that is not an object from an object with a wrong field.
    private struct Object<Request: Decodable>: Decodable {
        let request: Result<Request, Rejection>

        private enum CodingKeys: CodingKey {}

        init(from decoder: any Decoder) throws {
            _ = try decoder.container(keyedBy: CodingKeys.self)
            do {
                request = .success(try Request(from: decoder))
            } catch let rejection as Rejection {
                request = .failure(rejection)
            } catch let error as DecodingError {
                request = .failure(Rejection(.illegalParameter, WireJSON.sentence(for: error)))
            } catch {
                // Foundation throws an error of its own for a number that fits no Swift integer, and does not say where the number is.
                let place = try? JSONValue(from: decoder).placeOfFraction()
                request = .failure(
                    Rejection(
                        .illegalParameter,
                        place.map { "\"\($0)\" has the wrong type; expected a whole number." }
                            ?? "A number or a text of the body cannot be read."))
            }
        }
    }
}

/// The body of a call that takes no parameters: `{}`.
struct RESTNothing: Codable, Sendable {}
